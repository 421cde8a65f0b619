// Components that keep to their pattern or cannot be judged, written by somebody who had not seen the code; to work with.
import type { ComponentCase } from './case.ts';

export const FIELD_KEPT_WORKED: readonly ComponentCase[] = [
  {
    name: 'python repository follows its base class',
    pattern: {
      name: 'Repository',
      content:
        'Repositories inherit from BaseRepository, take the session in the constructor and offer async get, list and save. The class name ends with Repository.',
      template:
        'class {Name}Repository(BaseRepository):\n    def __init__(self, session):\n        super().__init__(session)\n\n    async def get(self, id): ...\n\n    async def list(self, limit=50): ...\n\n    async def save(self, entity): ...\n',
      language: 'python',
    },
    follows: true,
    component: 'InvoiceRepository',
    file: 'billing/invoice_repository.py',
    code: {
      'billing/invoice_repository.py':
        'from billing.base import BaseRepository\nfrom billing.models import Invoice\n\n\nclass InvoiceRepository(BaseRepository):\n    def __init__(self, session):\n        super().__init__(session)\n\n    async def get(self, id):\n        return await self.session.get(Invoice, id)\n\n    async def list(self, limit=50):\n        rows = await self.session.execute(Invoice.select().limit(limit))\n        return rows.all()\n\n    async def save(self, entity):\n        self.session.add(entity)\n        await self.session.flush()\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'go handler returns errors wrapped',
    pattern: {
      name: 'Handler',
      content:
        'A handler is a struct named <Something>Handler with a constructor New<Something>Handler. Its Handle method takes a context.Context first and returns an error. Errors are wrapped with fmt.Errorf and %w; panic is not allowed.',
      template:
        'type {Name}Handler struct {\n}\n\nfunc New{Name}Handler() *{Name}Handler {\n}\n\nfunc (h *{Name}Handler) Handle(ctx context.Context, req {Name}Request) error {\n}\n',
      language: 'go',
    },
    follows: true,
    component: 'CreateUserHandler',
    file: 'internal/http/create_user.go',
    code: {
      'internal/http/create_user.go':
        'package http\n\nimport (\n\t"context"\n\t"fmt"\n)\n\ntype CreateUserHandler struct {\n\tusers UserStore\n}\n\nfunc NewCreateUserHandler(users UserStore) *CreateUserHandler {\n\treturn &CreateUserHandler{users: users}\n}\n\nfunc (h *CreateUserHandler) Handle(ctx context.Context, req CreateUserRequest) error {\n\tif err := h.users.Insert(ctx, req.Name); err != nil {\n\t\treturn fmt.Errorf("create user: %w", err)\n\t}\n\treturn nil\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'kotlin view model with state flow',
    pattern: {
      name: 'Screen view model',
      content:
        'View models extend ViewModel, receive the repository in the constructor, expose a StateFlow called state and start coroutines in viewModelScope. GlobalScope must not be used.',
      template:
        'class {Name}ViewModel(private val repository: {Name}Repository) : ViewModel() {\n    private val _state = MutableStateFlow({Name}State())\n    val state: StateFlow<{Name}State> = _state\n\n    fun load() {\n        viewModelScope.launch { }\n    }\n}\n',
      language: 'kotlin',
    },
    follows: true,
    component: 'InboxViewModel',
    file: 'app/src/main/kotlin/inbox/InboxViewModel.kt',
    code: {
      'app/src/main/kotlin/inbox/InboxViewModel.kt':
        'package inbox\n\nimport androidx.lifecycle.ViewModel\nimport androidx.lifecycle.viewModelScope\nimport kotlinx.coroutines.flow.MutableStateFlow\nimport kotlinx.coroutines.flow.StateFlow\nimport kotlinx.coroutines.launch\n\nclass InboxViewModel(private val repository: InboxRepository) : ViewModel() {\n    private val _state = MutableStateFlow(InboxState())\n    val state: StateFlow<InboxState> = _state\n\n    fun load() {\n        viewModelScope.launch {\n            _state.value = InboxState(repository.messages())\n        }\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'rust error enum with thiserror',
    pattern: {
      name: 'Crate error',
      content:
        "Each crate has one public error enum whose name ends with Error. It derives Debug and thiserror's Error.",
      template: 'use thiserror::Error;\n\n#[derive(Debug, Error)]\npub enum {Name}Error {\n}\n',
      language: 'rust',
    },
    follows: true,
    component: 'StorageError',
    file: 'crates/storage/src/error.rs',
    code: {
      'crates/storage/src/error.rs':
        'use thiserror::Error;\n\n#[derive(Debug, Error)]\npub enum StorageError {\n    #[error("object {0} not found")]\n    NotFound(String),\n    #[error(transparent)]\n    Io(#[from] std::io::Error),\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'react hook is a function',
    pattern: {
      name: 'Hook',
      content: 'A hook is an exported function whose name starts with use. No default exports and no classes.',
      language: 'typescript',
    },
    follows: true,
    component: 'useDebounce',
    file: 'src/hooks/useDebounce.ts',
    code: {
      'src/hooks/useDebounce.ts':
        "import { useEffect, useState } from 'react';\n\nexport function useDebounce<T>(value: T, delayMs: number): T {\n  const [debounced, setDebounced] = useState(value);\n  useEffect(() => {\n    const timer = setTimeout(() => setDebounced(value), delayMs);\n    return () => clearTimeout(timer);\n  }, [value, delayMs]);\n  return debounced;\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'php command with signature',
    pattern: {
      name: 'Console command',
      content:
        'Commands extend Command, their class name ends with Command, they declare $signature, and handle(): int returns an exit code. Files begin with declare(strict_types=1).',
      language: 'php',
    },
    follows: true,
    component: 'PruneSessionsCommand',
    file: 'app/Console/PruneSessionsCommand.php',
    code: {
      'app/Console/PruneSessionsCommand.php':
        '<?php\n\ndeclare(strict_types=1);\n\nnamespace App\\Console;\n\nuse Illuminate\\Console\\Command;\n\nfinal class PruneSessionsCommand extends Command\n{\n    protected $signature = \'sessions:prune\';\n\n    public function handle(): int\n    {\n        $count = $this->laravel->make(SessionStore::class)->prune();\n        $this->info("$count sessions removed");\n        return self::SUCCESS;\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'c++ resource type is not copyable',
    pattern: {
      name: 'Resource handle',
      content:
        'Handle classes have an explicit constructor, a destructor, deleted copy constructor and copy assignment, and a release() method.',
      template:
        'class {Name}Handle {\npublic:\n    explicit {Name}Handle(unsigned id) noexcept;\n    ~{Name}Handle();\n\n    {Name}Handle(const {Name}Handle&) = delete;\n    {Name}Handle& operator=(const {Name}Handle&) = delete;\n\n    void release() noexcept;\n};\n',
      language: 'cpp',
    },
    follows: true,
    component: 'TextureHandle',
    file: 'src/gfx/texture_handle.h',
    code: {
      'src/gfx/texture_handle.h':
        '#pragma once\n\nnamespace gfx {\n\nclass TextureHandle {\npublic:\n    explicit TextureHandle(unsigned id) noexcept : id_(id) {}\n    ~TextureHandle();\n\n    TextureHandle(const TextureHandle&) = delete;\n    TextureHandle& operator=(const TextureHandle&) = delete;\n\n    void release() noexcept;\n\nprivate:\n    unsigned id_;\n};\n\n}  // namespace gfx\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'typescript use case returns a result',
    pattern: {
      name: 'Use case',
      content:
        'A use case is an exported class with one public async method called execute which returns Promise<Result<...>>. Use cases do not throw.',
      language: 'typescript',
    },
    follows: true,
    component: 'RegisterPatient',
    file: 'src/usecases/registerPatient.ts',
    code: {
      'src/usecases/registerPatient.ts':
        "import { Result, ok, err } from '../result';\nimport type { PatientStore } from '../ports';\n\nexport class RegisterPatient {\n  constructor(private readonly store: PatientStore) {}\n\n  async execute(input: RegisterPatientInput): Promise<Result<PatientId>> {\n    if (!input.insuranceNo) {\n      return err('insurance number missing');\n    }\n    return ok(await this.store.insert(input));\n  }\n}\n\nexport interface RegisterPatientInput {\n  insuranceNo: string;\n}\nexport type PatientId = string;\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'nothing indexed, prose only',
    pattern: {
      name: 'Spring service',
      content: 'Services carry @Service and use constructor injection.',
      language: 'java',
    },
    follows: true,
    component: 'VoucherService',
    file: 'src/main/java/shop/VoucherService.java',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'vague pattern about clean code',
    pattern: { name: 'Clean code', content: 'Keep the code simple and easy to read.', language: 'python' },
    follows: true,
    component: 'ReportBuilder',
    file: 'reports/builder.py',
    code: {
      'reports/builder.py':
        'class ReportBuilder:\n    def build(self, rows):\n        return "\\n".join(str(r) for r in rows)\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'only another file is indexed',
    pattern: {
      name: 'Service',
      content: 'Service classes are decorated with @Injectable() and are exported.',
      language: 'typescript',
    },
    follows: true,
    component: 'GeoService',
    file: 'src/geo/geo.service.ts',
    code: {
      'src/map/map.service.ts': 'export class MapService {\n  async tiles(z: number) {\n    return z;\n  }\n}\n',
    },
    verdict: 'cannot be judged',
  },
];
