// Components in many languages, for developing the rules.
import type { ComponentCase } from './case.ts';

export const LANGUAGE_COMPONENTS_WORKED: readonly ComponentCase[] = [
  {
    name: 'both methods and the base class (Python)',
    pattern: {
      name: 'Repository',
      content: 'Repositories load and save entities.',
      language: 'python',
      template:
        'class {Name}Repository(BaseRepository):\n    def get(self, id):\n        ...\n\n    def save(self, entity):\n        ...\n',
    },
    follows: true,
    component: 'OrderRepository',
    file: 'repos/order.py',
    code: {
      'repos/order.py':
        'from .base import BaseRepository\n\n\nclass OrderRepository(BaseRepository):\n    def get(self, id):\n        return self.session.get("orders", id)\n\n    def save(self, entity):\n        self.session.put("orders", entity)\n\n    def overdue(self):\n        return self.session.where("orders", late=True)\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'one of two methods is missing (Python)',
    pattern: {
      name: 'Repository',
      content: 'Repositories load and save entities.',
      language: 'python',
      template:
        'class {Name}Repository(BaseRepository):\n    def get(self, id):\n        ...\n\n    def save(self, entity):\n        ...\n',
    },
    follows: true,
    component: 'UserRepository',
    file: 'repos/user.py',
    code: {
      'repos/user.py':
        'from .base import BaseRepository\n\n\nclass UserRepository(BaseRepository):\n    def get(self, id):\n        return self.session.get("users", id)\n\n    def find_by_email(self, email):\n        return self.session.one("users", email=email)\n',
    },
    verdict: 'deviates',
    about: /save/,
  },
  {
    name: 'results without a panic (Rust)',
    pattern: {
      name: 'Request handler',
      content: 'Handlers return a Result. They must not call unwrap() or expect().',
      language: 'rust',
    },
    follows: true,
    component: 'create_order',
    file: 'src/orders.rs',
    code: {
      'src/orders.rs':
        'pub fn create_order(body: &str) -> Result<Order, ApiError> {\n    let order: Order = serde_json::from_str(body)?;\n    Ok(order)\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a panic where a result is asked for (Rust)',
    pattern: {
      name: 'Request handler',
      content: 'Handlers return a Result. They must not call unwrap() or expect().',
      language: 'rust',
    },
    follows: true,
    component: 'create_refund',
    file: 'src/refunds.rs',
    code: {
      'src/refunds.rs':
        'pub fn create_refund(body: &str) -> Result<Refund, ApiError> {\n    let refund: Refund = serde_json::from_str(body).unwrap();\n    Ok(refund)\n}\n',
    },
    verdict: 'deviates',
    about: /unwrap/,
  },
  {
    name: 'the public method that is asked for (Ruby)',
    pattern: {
      name: 'Service object',
      content: 'A service object has a public method call. It must not read from ENV.',
      language: 'ruby',
    },
    follows: true,
    component: 'ChargeCard',
    file: 'app/services/charge_card.rb',
    code: {
      'app/services/charge_card.rb':
        'class ChargeCard\n  def initialize(gateway)\n    @gateway = gateway\n  end\n\n  def call(order)\n    @gateway.charge(order.total)\n  end\nend\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'another public method than the one asked for (Ruby)',
    pattern: {
      name: 'Service object',
      content: 'A service object has a public method call. It must not read from ENV.',
      language: 'ruby',
    },
    follows: true,
    component: 'RefundCard',
    file: 'app/services/refund_card.rb',
    code: {
      'app/services/refund_card.rb':
        'class RefundCard\n  def initialize(gateway)\n    @gateway = gateway\n  end\n\n  def perform(order)\n    @gateway.refund(order.total)\n  end\nend\n',
    },
    verdict: 'deviates',
    about: /call/,
  },
  {
    name: 'state and events (Kotlin)',
    pattern: {
      name: 'View model',
      content: 'View models expose one state and take events.',
      language: 'kotlin',
      template:
        'class {Name}ViewModel : ViewModel() {\n    val state: StateFlow<{Name}State> = TODO()\n\n    fun onEvent(event: {Name}Event) {\n    }\n}\n',
    },
    follows: true,
    component: 'CartViewModel',
    file: 'CartViewModel.kt',
    code: {
      'CartViewModel.kt':
        'package shop\n\nclass CartViewModel : ViewModel() {\n    val state: StateFlow<CartState> = MutableStateFlow(CartState())\n\n    fun onEvent(event: CartEvent) {\n        println(event)\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'events are not taken (Kotlin)',
    pattern: {
      name: 'View model',
      content: 'View models expose one state and take events.',
      language: 'kotlin',
      template:
        'class {Name}ViewModel : ViewModel() {\n    val state: StateFlow<{Name}State> = TODO()\n\n    fun onEvent(event: {Name}Event) {\n    }\n}\n',
    },
    follows: true,
    component: 'MapViewModel',
    file: 'MapViewModel.kt',
    code: {
      'MapViewModel.kt':
        'package shop\n\nclass MapViewModel : ViewModel() {\n    val state: StateFlow<MapState> = MutableStateFlow(MapState())\n\n    fun zoomIn() {\n        println("closer")\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /onEvent/,
  },
  {
    name: 'the base class is two steps above (TypeScript)',
    pattern: {
      name: 'Job',
      content: 'Jobs extend Job and run asynchronously.',
      language: 'typescript',
      template: 'export class {Name}Job extends Job {\n  async execute(): Promise<void> {}\n}\n',
    },
    follows: true,
    component: 'MailJob',
    file: 'jobs/mail.ts',
    code: {
      'jobs/job.ts': 'export class Job {}\n',
      'jobs/retry.ts': "import { Job } from './job';\n\nexport class RetryJob extends Job {\n  retries = 3;\n}\n",
      'jobs/mail.ts':
        "import { RetryJob } from './retry';\n\nexport class MailJob extends RetryJob {\n  async execute(): Promise<void> {\n    await this.send();\n  }\n\n  async send() {}\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'the method is not asynchronous (TypeScript)',
    pattern: {
      name: 'Job',
      content: 'Jobs extend Job and run asynchronously.',
      language: 'typescript',
      template: 'export class {Name}Job extends Job {\n  async execute(): Promise<void> {}\n}\n',
    },
    follows: true,
    component: 'PurgeJob',
    file: 'jobs/purge.ts',
    code: {
      'jobs/job.ts': 'export class Job {}\n',
      'jobs/purge.ts':
        "import { Job } from './job';\n\nexport class PurgeJob extends Job {\n  execute(): void {\n    console.log('purged');\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /async/,
  },
  {
    name: 'a struct and the function that makes it (Go)',
    pattern: {
      name: 'Store',
      content: 'Stores wrap the database and are made by a constructor function.',
      language: 'go',
      template:
        'type {Name}Store struct {\n\tdb *sql.DB\n}\n\nfunc New{Name}Store(db *sql.DB) *{Name}Store {\n\treturn &{Name}Store{db: db}\n}\n',
    },
    follows: true,
    component: 'OrderStore',
    file: 'order_store.go',
    code: {
      'order_store.go':
        'package store\n\nimport "database/sql"\n\ntype OrderStore struct {\n\tdb *sql.DB\n}\n\nfunc NewOrderStore(db *sql.DB) *OrderStore {\n\treturn &OrderStore{db: db}\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'nothing makes the struct (Go)',
    pattern: {
      name: 'Store',
      content: 'Stores wrap the database and are made by a constructor function.',
      language: 'go',
      template:
        'type {Name}Store struct {\n\tdb *sql.DB\n}\n\nfunc New{Name}Store(db *sql.DB) *{Name}Store {\n\treturn &{Name}Store{db: db}\n}\n',
    },
    follows: true,
    component: 'UserStore',
    file: 'user_store.go',
    code: {
      'user_store.go':
        'package store\n\nimport "database/sql"\n\ntype UserStore struct {\n\tdb *sql.DB\n}\n\nfunc (s *UserStore) Close() error {\n\treturn s.db.Close()\n}\n',
    },
    verdict: 'deviates',
    about: /NewUserStore/,
  },
  {
    name: 'a class where functions are asked for (React)',
    pattern: {
      name: 'Component',
      content: 'Components are function components; class components are not allowed.',
      language: 'typescript',
    },
    follows: true,
    component: 'Basket',
    file: 'src/Basket.tsx',
    code: {
      'src/Basket.tsx':
        "import React from 'react';\n\nexport class Basket extends React.Component {\n  render() {\n    return <ul />;\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /class/i,
  },
  {
    name: 'a module of the machine in a use case (TypeScript)',
    pattern: {
      name: 'Use case',
      content: "Use cases are classes with a method execute(). They depend on ports and never import from 'node:fs'.",
      language: 'typescript',
    },
    follows: true,
    component: 'ExportReport',
    file: 'src/export-report.ts',
    code: {
      'src/export-report.ts':
        "import { writeFileSync } from 'node:fs';\n\nexport class ExportReport {\n  execute(rows: string[]) {\n    writeFileSync('out.csv', rows.join());\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /fs/,
  },
  {
    name: 'a use case that knows ports alone (TypeScript)',
    pattern: {
      name: 'Use case',
      content: "Use cases are classes with a method execute(). They depend on ports and never import from 'node:fs'.",
      language: 'typescript',
    },
    follows: true,
    component: 'CloseAccount',
    file: 'src/close-account.ts',
    code: {
      'src/close-account.ts':
        "import type { Accounts } from './ports';\n\nexport class CloseAccount {\n  constructor(private readonly accounts: Accounts) {}\n\n  execute(id: string) {\n    this.accounts.close(id);\n  }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'no code was indexed',
    pattern: {
      name: 'Repository',
      content: 'Repositories load and save entities.',
      language: 'python',
      template:
        'class {Name}Repository(BaseRepository):\n    def get(self, id):\n        ...\n\n    def save(self, entity):\n        ...\n',
    },
    follows: true,
    component: 'TaxRepository',
    file: 'repos/tax.py',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'a description that asks for nothing (Python)',
    pattern: { name: 'Mapper', content: 'Mappers convert between rows and entities.', language: 'python' },
    follows: true,
    component: 'OrderMapper',
    file: 'order_mapper.py',
    code: { 'order_mapper.py': 'class OrderMapper:\n    def to_row(self, order):\n        return vars(order)\n' },
    verdict: 'cannot be judged',
  },
];
