// Components that deviate from their pattern or cannot be judged by it, by an author who never saw the code. To work with.
import type { ComponentCase } from './case.ts';

export const TRADE_BROKEN_WORKED: readonly ComponentCase[] = [
  {
    name: 'TypeScript store without the remove method of the template',
    pattern: {
      name: 'Store',
      content: 'Stores wrap one table. They offer get, put and remove.',
      template:
        'export class {Name}Store {\n  constructor(private readonly db: Database) {}\n  async get(id: string): Promise<{Name} | undefined> {}\n  async put(item: {Name}): Promise<void> {}\n  async remove(id: string): Promise<void> {}\n}',
      language: 'typescript',
    },
    follows: true,
    component: 'SessionStore',
    file: 'src/sessions/session-store.ts',
    code: {
      'src/sessions/session-store.ts':
        "import type { Database } from '../db.js';\n\nexport interface Session {\n  readonly id: string;\n  readonly userId: string;\n  readonly expiresAt: number;\n}\n\nexport class SessionStore {\n  constructor(private readonly db: Database) {}\n\n  async get(id: string): Promise<Session | undefined> {\n    const [row] = await this.db.query<Session>('SELECT * FROM sessions WHERE id = ?', [id]);\n    return row;\n  }\n\n  async put(session: Session): Promise<void> {\n    await this.db.run(\n      'INSERT OR REPLACE INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)',\n      [session.id, session.userId, session.expiresAt],\n    );\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /\bremove\b/i,
  },
  {
    name: 'Go worker without Close',
    pattern: {
      name: 'Worker',
      content:
        'Workers are created by a New function and have the methods Run and Close. Close waits until the current item is finished.',
      template:
        'type {Name}Worker struct{}\n\nfunc New{Name}Worker(queue Queue) *{Name}Worker {}\n\nfunc (w *{Name}Worker) Run(ctx context.Context) error {}\n\nfunc (w *{Name}Worker) Close() error {}',
      language: 'go',
    },
    follows: true,
    component: 'ThumbnailWorker',
    file: 'internal/media/thumbnail_worker.go',
    code: {
      'internal/media/thumbnail_worker.go':
        'package media\n\nimport (\n\t"context"\n\t"fmt"\n)\n\ntype ThumbnailWorker struct {\n\tqueue   Queue\n\tresizer Resizer\n}\n\nfunc NewThumbnailWorker(queue Queue) *ThumbnailWorker {\n\treturn &ThumbnailWorker{queue: queue, resizer: defaultResizer}\n}\n\nfunc (w *ThumbnailWorker) Run(ctx context.Context) error {\n\tfor {\n\t\titem, err := w.queue.Next(ctx)\n\t\tif err != nil {\n\t\t\treturn fmt.Errorf("thumbnail queue: %w", err)\n\t\t}\n\t\tif err := w.resizer.Resize(ctx, item.Path, 320); err != nil {\n\t\t\tw.queue.Fail(item, err)\n\t\t\tcontinue\n\t\t}\n\t\tw.queue.Done(item)\n\t}\n}\n',
    },
    verdict: 'deviates',
    about: /\bClose\b/,
  },
  {
    name: 'C# repository: no cancellation token',
    pattern: {
      name: 'Async repository',
      content: 'All public methods of a repository are asynchronous and accept a CancellationToken.',
      template:
        'public sealed class {Name}Repository\n{\n    public async Task<{Name}?> FindAsync(Guid id, CancellationToken cancellationToken) { }\n    public async Task AddAsync({Name} item, CancellationToken cancellationToken) { }\n}',
      language: 'csharp',
    },
    follows: true,
    component: 'VoucherRepository',
    file: 'src/Shop.Vouchers/VoucherRepository.cs',
    code: {
      'src/Shop.Vouchers/VoucherRepository.cs':
        'using Microsoft.EntityFrameworkCore;\n\nnamespace Shop.Vouchers;\n\npublic sealed class VoucherRepository\n{\n    private readonly ShopContext _context;\n\n    public VoucherRepository(ShopContext context)\n    {\n        _context = context;\n    }\n\n    public async Task<Voucher?> FindAsync(Guid id)\n    {\n        return await _context.Vouchers.SingleOrDefaultAsync(v => v.Id == id);\n    }\n\n    public async Task AddAsync(Voucher item)\n    {\n        _context.Vouchers.Add(item);\n        await _context.SaveChangesAsync();\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /CancellationToken/i,
  },
  {
    name: 'Kotlin use case: execute instead of invoke',
    pattern: {
      name: 'Use case',
      content:
        'A use case is a class with a single public entry point, the operator function invoke, so that call sites read like a function call.',
      template: 'class {Name}UseCase @Inject constructor() {\n    suspend operator fun invoke(): Result<Unit> {}\n}',
      language: 'kotlin',
    },
    follows: true,
    component: 'SyncContactsUseCase',
    file: 'domain/src/main/kotlin/com/example/contacts/SyncContactsUseCase.kt',
    code: {
      'domain/src/main/kotlin/com/example/contacts/SyncContactsUseCase.kt':
        'package com.example.contacts\n\nimport javax.inject.Inject\n\nclass SyncContactsUseCase @Inject constructor(\n    private val local: LocalContacts,\n    private val remote: RemoteContacts,\n) {\n    suspend fun execute(): Result<Unit> = runCatching {\n        val changed = local.changedSinceLastSync()\n        if (changed.isNotEmpty()) {\n            remote.upload(changed)\n        }\n        local.replaceAll(remote.download())\n        local.markSynced()\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /\binvoke\b/i,
  },
  {
    name: 'PHP value object without strict types',
    pattern: {
      name: 'Value object',
      content:
        'Value objects are final, start with declare(strict_types=1), keep their fields readonly and have an equals method.',
      language: 'php',
    },
    follows: true,
    component: 'PostalCode',
    file: 'src/Domain/PostalCode.php',
    code: {
      'src/Domain/PostalCode.php':
        "<?php\n\nnamespace App\\Domain;\n\nuse InvalidArgumentException;\n\nfinal class PostalCode\n{\n    private readonly string $value;\n\n    public function __construct(string $value)\n    {\n        $trimmed = strtoupper(trim($value));\n        if ($trimmed === '' || strlen($trimmed) > 10) {\n            throw new InvalidArgumentException('not a postal code: ' . $value);\n        }\n        $this->value = $trimmed;\n    }\n\n    public function equals(self $other): bool\n    {\n        return $this->value === $other->value;\n    }\n\n    public function toString(): string\n    {\n        return $this->value;\n    }\n}\n",
    },
    verdict: 'deviates',
    about: /strict_types/,
  },
  {
    name: 'TypeScript controller that uses console.log',
    pattern: {
      name: 'Controller',
      content:
        'Controllers extend BaseController and log with this.logger only. Calls to console.log are not allowed, since their output has no request id.',
      language: 'typescript',
    },
    component: 'RefundController',
    file: 'src/controllers/refund-controller.ts',
    follows: true,
    code: {
      'src/controllers/refund-controller.ts':
        "import { BaseController } from './base-controller.js';\nimport type { Request, Response } from '../http.js';\nimport type { RefundService } from '../refunds/refund-service.js';\n\nexport class RefundController extends BaseController {\n  constructor(private readonly refunds: RefundService) {\n    super('refunds');\n  }\n\n  async create(request: Request, response: Response): Promise<void> {\n    const { orderId, reason } = request.body as { orderId: string; reason: string };\n    this.logger.info('refund requested', { orderId });\n    try {\n      const refund = await this.refunds.create(orderId, reason);\n      response.status(201).json(refund);\n    } catch (error) {\n      console.log('refund failed', orderId, error);\n      response.status(502).json({ error: 'refund_failed' });\n    }\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /console/i,
  },
  {
    name: 'Java: a clear pattern, but nothing is indexed',
    pattern: {
      name: 'Mapper',
      content: 'Mappers are final classes with a private constructor and static methods toDto and fromDto.',
      template:
        'public final class {Name}Mapper {\n    private {Name}Mapper() {}\n    public static {Name}Dto toDto({Name} source) {}\n    public static {Name} fromDto({Name}Dto dto) {}\n}',
      language: 'java',
    },
    follows: true,
    component: 'InvoiceMapper',
    file: 'src/main/java/com/acme/billing/InvoiceMapper.java',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'C#: the pattern asks for nothing that can be checked',
    pattern: {
      name: 'Readable code',
      content:
        'Keep things simple. Code is read far more often than it is written, so think of the colleague who comes after you.',
      language: 'csharp',
    },
    follows: true,
    component: 'SlugGenerator',
    file: 'src/Shop.Text/SlugGenerator.cs',
    code: {
      'src/Shop.Text/SlugGenerator.cs':
        "using System.Text;\n\nnamespace Shop.Text;\n\npublic static class SlugGenerator\n{\n    public static string From(string title)\n    {\n        var slug = new StringBuilder(title.Length);\n        foreach (var c in title.Trim().ToLowerInvariant())\n        {\n            if (char.IsLetterOrDigit(c))\n            {\n                slug.Append(c);\n            }\n            else if (slug.Length > 0 && slug[^1] != '-')\n            {\n                slug.Append('-');\n            }\n        }\n        return slug.ToString().TrimEnd('-');\n    }\n}\n",
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'Rust: the only pattern is about something else',
    pattern: {
      name: 'React form',
      content:
        'Forms in the web client are function components that use useForm and render a FormProvider around their fields. The submit button is disabled while isSubmitting is true.',
      language: 'tsx',
    },
    component: 'ring_buffer',
    file: 'crates/audio/src/ring_buffer.rs',
    code: {
      'crates/audio/src/ring_buffer.rs':
        "pub struct RingBuffer {\n    data: Vec<f32>,\n    head: usize,\n    len: usize,\n}\n\nimpl RingBuffer {\n    pub fn new(capacity: usize) -> Self {\n        Self { data: vec![0.0; capacity], head: 0, len: 0 }\n    }\n\n    pub fn push(&mut self, sample: f32) {\n        let capacity = self.data.len();\n        let tail = (self.head + self.len) % capacity;\n        self.data[tail] = sample;\n        if self.len < capacity {\n            self.len += 1;\n        } else {\n            self.head = (self.head + 1) % capacity;\n        }\n    }\n\n    pub fn iter(&self) -> impl Iterator<Item = f32> + '_ {\n        (0..self.len).map(move |i| self.data[(self.head + i) % self.data.len()])\n    }\n}\n",
    },
    verdict: 'cannot be judged',
  },
];
