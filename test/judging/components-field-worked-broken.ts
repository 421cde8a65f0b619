// Components that deviate from their pattern, written by somebody who had not seen the code; to work with.
import type { ComponentCase } from './case.ts';

export const FIELD_BROKEN_WORKED: readonly ComponentCase[] = [
  {
    name: 'python repository lacks delete',
    pattern: {
      name: 'Repository',
      content: 'Repositories inherit from BaseRepository and implement get, save and delete.',
      template:
        'class {Name}Repository(BaseRepository):\n    def __init__(self, session):\n        super().__init__(session)\n\n    async def get(self, id): ...\n\n    async def save(self, entity): ...\n\n    async def delete(self, id): ...\n',
      language: 'python',
    },
    follows: true,
    component: 'PlaylistRepository',
    file: 'music/playlist_repository.py',
    code: {
      'music/playlist_repository.py':
        'from music.base import BaseRepository\n\n\nclass PlaylistRepository(BaseRepository):\n    def __init__(self, session):\n        super().__init__(session)\n\n    async def get(self, id):\n        return await self.session.get("playlist", id)\n\n    async def save(self, entity):\n        self.session.add(entity)\n',
    },
    verdict: 'deviates',
    about: /delete/,
  },
  {
    name: 'typescript class named against the convention',
    pattern: {
      name: 'Nest service',
      content:
        'Service classes are @Injectable() and their names must end with Service. They have an async findOne method.',
      template:
        '@Injectable()\nexport class {Name}Service {\n  constructor(private readonly repository: {Name}Repository) {}\n\n  async findOne(id: string) {\n  }\n}\n',
      language: 'typescript',
    },
    follows: true,
    component: 'InvoiceManager',
    file: 'src/invoices/invoice.service.ts',
    code: {
      'src/invoices/invoice.service.ts':
        "import { Injectable } from '@nestjs/common';\n\n@Injectable()\nexport class InvoiceManager {\n  constructor(private readonly repository: InvoiceRepository) {}\n\n  async findOne(id: string) {\n    return this.repository.findById(id);\n  }\n}\n\ninterface InvoiceRepository {\n  findById(id: string): Promise<unknown>;\n}\n",
    },
    verdict: 'deviates',
    about: /Service|[Nn]am(e|ing)/,
  },
  {
    name: 'java controller without the annotation',
    pattern: {
      name: 'REST controller',
      content: 'Controllers are annotated with @RestController and get their service by constructor injection.',
      template:
        '@RestController\npublic class {Name}Controller {\n    private final {Name}Service service;\n\n    public {Name}Controller({Name}Service service) {\n        this.service = service;\n    }\n}\n',
      language: 'java',
    },
    follows: true,
    component: 'StockController',
    file: 'src/main/java/shop/StockController.java',
    code: {
      'src/main/java/shop/StockController.java':
        'package shop;\n\nimport org.springframework.web.bind.annotation.GetMapping;\nimport org.springframework.web.bind.annotation.PathVariable;\n\npublic class StockController {\n    private final StockService stock;\n\n    public StockController(StockService stock) {\n        this.stock = stock;\n    }\n\n    @GetMapping("/stock/{sku}")\n    public StockDto get(@PathVariable String sku) {\n        return stock.find(sku);\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /RestController/,
  },
  {
    name: 'kotlin code launches in GlobalScope',
    pattern: {
      name: 'View model',
      content:
        'View models extend ViewModel. Coroutines are started in viewModelScope; GlobalScope must never be used.',
      language: 'kotlin',
    },
    follows: true,
    component: 'SearchViewModel',
    file: 'app/src/main/kotlin/search/SearchViewModel.kt',
    code: {
      'app/src/main/kotlin/search/SearchViewModel.kt':
        'package search\n\nimport androidx.lifecycle.ViewModel\nimport kotlinx.coroutines.GlobalScope\nimport kotlinx.coroutines.flow.MutableStateFlow\nimport kotlinx.coroutines.launch\n\nclass SearchViewModel(private val repository: SearchRepository) : ViewModel() {\n    val state = MutableStateFlow<List<String>>(emptyList())\n\n    fun search(query: String) {\n        GlobalScope.launch {\n            state.value = repository.find(query)\n        }\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /GlobalScope|viewModelScope/,
  },
  {
    name: 'python command forgets the audit call',
    pattern: {
      name: 'Command',
      content:
        'Commands inherit from Command, have an execute method, and must call self.audit.record() for each change.',
      template:
        'class {Name}Command(Command):\n    def __init__(self, store, audit):\n        self.store = store\n        self.audit = audit\n\n    def execute(self, account_id):\n        self.audit.record("{name}", account_id)\n',
      language: 'python',
    },
    follows: true,
    component: 'DeleteAccountCommand',
    file: 'accounts/commands/delete_account.py',
    code: {
      'accounts/commands/delete_account.py':
        'from accounts.commands.base import Command\n\n\nclass DeleteAccountCommand(Command):\n    def __init__(self, store, audit):\n        self.store = store\n        self.audit = audit\n\n    def execute(self, account_id):\n        self.store.delete(account_id)\n',
    },
    verdict: 'deviates',
    about: /audit|record/,
  },
  {
    name: 'typescript consumer swallows the error',
    pattern: {
      name: 'Consumer',
      content:
        'Consumers extend Consumer and implement async handle(message). Errors must not be swallowed: empty catch blocks are forbidden, rethrow so that the bus can redeliver.',
      template:
        'export class {Name}Consumer extends Consumer {\n  async handle(message: unknown): Promise<void> {\n    try {\n    } catch (e) {\n      throw e;\n    }\n  }\n}\n',
      language: 'typescript',
    },
    follows: true,
    component: 'OrderConsumer',
    file: 'src/consumers/order.consumer.ts',
    code: {
      'src/consumers/order.consumer.ts':
        "import { Consumer } from '../bus';\n\nexport class OrderConsumer extends Consumer {\n  async handle(message: unknown): Promise<void> {\n    try {\n      await this.process(message);\n    } catch (e) {\n    }\n  }\n\n  private async process(message: unknown) {\n    await this.bus.ack(message);\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /catch|swallow|rethrow|throw/,
  },
  {
    name: 'go method does not return an error',
    pattern: {
      name: 'Store',
      content: 'Stores offer Get and Put. Put must return error.',
      template:
        'type {Name}Store struct {\n}\n\nfunc New{Name}Store(db DB) *{Name}Store {\n}\n\nfunc (s *{Name}Store) Get(ctx context.Context, id string) (*{Name}, error) {\n}\n\nfunc (s *{Name}Store) Put(ctx context.Context, value *{Name}) error {\n}\n',
      language: 'go',
    },
    follows: true,
    component: 'TokenStore',
    file: 'internal/auth/token_store.go',
    code: {
      'internal/auth/token_store.go':
        'package auth\n\nimport "context"\n\ntype TokenStore struct {\n\tdb DB\n}\n\nfunc NewTokenStore(db DB) *TokenStore {\n\treturn &TokenStore{db: db}\n}\n\nfunc (s *TokenStore) Get(ctx context.Context, id string) (*Token, error) {\n\treturn s.db.Find(ctx, id)\n}\n\nfunc (s *TokenStore) Put(ctx context.Context, token *Token) bool {\n\terr := s.db.Write(ctx, token)\n\treturn err == nil\n}\n',
    },
    verdict: 'deviates',
    about: /Put|error|[Rr]eturn/,
  },
  {
    name: 'rust library panics with unwrap',
    pattern: {
      name: 'Loader',
      content: 'A loader has a load method that returns a Result. Calling unwrap() or panic! is forbidden.',
      language: 'rust',
    },
    follows: true,
    component: 'ManifestLoader',
    file: 'crates/pkg/src/manifest.rs',
    code: {
      'crates/pkg/src/manifest.rs':
        'use std::fs;\nuse std::path::Path;\n\npub struct ManifestLoader;\n\nimpl ManifestLoader {\n    pub fn load(&self, path: &Path) -> Result<Manifest, LoadError> {\n        let text = fs::read_to_string(path).unwrap();\n        Manifest::parse(&text)\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /unwrap/,
  },
  {
    name: 'php repository without its base class',
    pattern: {
      name: 'PHP repository',
      content: 'Repositories extend AbstractRepository and have a find method. The class is final.',
      template:
        'final class {Name}Repository extends AbstractRepository\n{\n    public function find(string $id): ?array\n    {\n    }\n}\n',
      language: 'php',
    },
    follows: true,
    component: 'CustomerRepository',
    file: 'src/Repository/CustomerRepository.php',
    code: {
      'src/Repository/CustomerRepository.php':
        "<?php\n\ndeclare(strict_types=1);\n\nnamespace App\\Repository;\n\nfinal class CustomerRepository\n{\n    private \\PDO $pdo;\n\n    public function __construct(\\PDO $pdo)\n    {\n        $this->pdo = $pdo;\n    }\n\n    public function find(string $id): ?array\n    {\n        $st = $this->pdo->prepare('SELECT * FROM customers WHERE id = ?');\n        $st->execute([$id]);\n        return $st->fetch() ?: null;\n    }\n}\n",
    },
    verdict: 'deviates',
    about: /AbstractRepository/,
  },
];
