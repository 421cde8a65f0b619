// Components that the rules of check_consistency were worked out on.
import type { ComponentCase } from './case.ts';

export const WORKED_COMPONENTS: readonly ComponentCase[] = [
  {
    name: 'a struct and its method, a placeholder inside the name (Go)',
    pattern: {
      name: 'Handler',
      content: 'HTTP handlers are structs that serve requests.',
      language: 'go',
      template:
        'type {Name}Handler struct {\n\tlog *slog.Logger\n}\n\nfunc (h *{Name}Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n}',
    },
    follows: true,
    component: 'OrderHandler',
    file: 'order_handler.go',
    code: {
      'order_handler.go':
        'package web\n\nimport (\n\t"log/slog"\n\t"net/http"\n)\n\ntype OrderHandler struct {\n\tlog *slog.Logger\n}\n\nfunc (h *OrderHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\th.log.Info("order")\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a struct without the method (Go)',
    pattern: {
      name: 'Handler',
      content: 'HTTP handlers are structs that serve requests.',
      language: 'go',
      template:
        'type {Name}Handler struct {\n\tlog *slog.Logger\n}\n\nfunc (h *{Name}Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n}',
    },
    follows: true,
    component: 'CartHandler',
    file: 'cart_handler.go',
    code: {
      'cart_handler.go':
        'package web\n\nimport "log/slog"\n\ntype CartHandler struct {\n\tlog *slog.Logger\n}\n\nfunc (h *CartHandler) Handle(body []byte) error {\n\treturn nil\n}\n',
    },
    verdict: 'deviates',
    about: /ServeHTTP/,
  },
  {
    name: 'a function with a placeholder at the end of its name (Python)',
    pattern: {
      name: 'Task',
      content: 'Background work is a function.',
      language: 'python',
      template: 'def task_{name}(ctx):\n    ctx.log("start")\n',
    },
    follows: true,
    component: 'task_cleanup',
    file: 'tasks/cleanup.py',
    code: {
      'tasks/cleanup.py': 'def task_cleanup(ctx):\n    ctx.log("start")\n    ctx.db.execute("DELETE FROM drafts")\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a method that is not async (Python)',
    pattern: {
      name: 'Consumer',
      content: 'Consumers react to events.',
      language: 'python',
      template: 'class {{Name}}Consumer:\n    async def handle(self, event):\n        ...\n',
    },
    follows: true,
    component: 'StockConsumer',
    file: 'stock.py',
    code: {
      'stock.py': 'class StockConsumer:\n    def handle(self, event):\n        self.stock[event.sku] -= event.count\n',
    },
    verdict: 'deviates',
    about: /async/,
  },
  {
    name: 'a function without its decorator (Python)',
    pattern: {
      name: 'Celery task',
      content: 'Work for the queue.',
      language: 'python',
      template: '@app.task(bind=True)\ndef {name}_task(self, payload):\n    pass\n',
    },
    follows: true,
    component: 'resize_task',
    file: 'resize.py',
    code: { 'resize.py': 'def resize_task(self, payload):\n    return payload["image"].resize(128, 128)\n' },
    verdict: 'deviates',
    about: /app\.task/,
  },
  {
    name: 'a constructor that lacks a parameter (TypeScript)',
    pattern: {
      name: 'Service',
      content: 'Services get what they need from outside.',
      language: 'typescript',
      template:
        'export class {{Name}}Service {\n  constructor(private readonly db: Database, private readonly logger: Logger) {}\n}',
    },
    follows: true,
    component: 'InvoiceService',
    file: 'invoice-service.ts',
    code: {
      'invoice-service.ts':
        "import { Database } from './database';\n\nexport class InvoiceService {\n  constructor(private readonly db: Database) {}\n\n  open() {\n    return this.db.all('invoices');\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /logger/i,
  },
  {
    name: 'the base class of the base class (Java)',
    pattern: {
      name: 'Repository',
      content: 'Repositories share one base.',
      language: 'java',
      template:
        'public class {Name}Repository extends BaseRepository {\n    public Object find(String id) {\n        return null;\n    }\n}',
    },
    follows: true,
    component: 'OrderRepository',
    file: 'src/OrderRepository.java',
    code: {
      'src/CachedRepository.java':
        'public class CachedRepository extends BaseRepository {\n    protected void warm() {\n    }\n}\n',
      'src/BaseRepository.java': 'public class BaseRepository {\n    protected void open() {\n    }\n}\n',
      'src/OrderRepository.java':
        'public class OrderRepository extends CachedRepository {\n    public Object find(String id) {\n        warm();\n        return null;\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a forbidden call (TypeScript)',
    pattern: {
      name: 'Command',
      content: 'A command exports run(). It never calls process.exit(); it throws a CliError instead.',
      language: 'typescript',
    },
    follows: true,
    component: 'ImportCommand',
    file: 'import-command.ts',
    code: {
      'import-command.ts':
        "export class ImportCommand {\n  run(path: string) {\n    if (path === '') {\n      process.exit(1);\n    }\n  }\n}\n\nexport function run(path: string) {\n  new ImportCommand().run(path);\n}\n",
    },
    verdict: 'deviates',
    about: /process\.exit/,
  },
  {
    name: 'a required call is missing (JavaScript)',
    pattern: {
      name: 'Job',
      content: 'Jobs run in the background. Every job must call metrics.increment() when it is done.',
      language: 'javascript',
    },
    follows: true,
    component: 'PruneJob',
    file: 'prune-job.js',
    code: {
      'prune-job.js':
        "export class PruneJob {\n  async run(store) {\n    await store.prune();\n    this.logger.info('pruned');\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /metrics\.increment/,
  },
  {
    name: 'a forbidden import (TypeScript)',
    pattern: {
      name: 'View model',
      content: "View models are plain classes. They must never import from 'react'.",
      language: 'typescript',
    },
    follows: true,
    component: 'CartViewModel',
    file: 'cart-view-model.ts',
    code: {
      'cart-view-model.ts':
        "import { useState } from 'react';\n\nexport class CartViewModel {\n  items = useState([]);\n}\n",
    },
    verdict: 'deviates',
    about: /react/,
  },
  {
    name: 'a broad except (Python)',
    pattern: {
      name: 'Worker',
      content: 'Workers name the errors they expect. A worker must not catch `except Exception`.',
      language: 'python',
    },
    follows: true,
    component: 'MailWorker',
    file: 'mail_worker.py',
    code: {
      'mail_worker.py':
        'class MailWorker:\n    def run(self, mail):\n        try:\n            self.smtp.send(mail)\n        except Exception:\n            self.failed.append(mail)\n',
    },
    verdict: 'deviates',
    about: /except/i,
  },
  {
    name: 'a description that asks for nothing',
    pattern: { name: 'Gateway', content: 'A tidy way to write gateways to other systems.', language: 'python' },
    follows: true,
    component: 'BankGateway',
    file: 'bank_gateway.py',
    code: {
      'bank_gateway.py': 'class BankGateway:\n    def pay(self, amount):\n        return self.post("/pay", amount)\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'code that is not indexed',
    pattern: {
      name: 'Reader',
      content: 'Readers are opened and closed.',
      language: 'python',
      template: 'class {{Name}}Reader:\n    def open(self):\n        ...\n    def close(self):\n        ...\n',
    },
    follows: true,
    component: 'CsvReader',
    file: 'readers/csv.py',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'a component without a pattern',
    component: 'Turbine',
    file: 'turbine.py',
    code: { 'turbine.py': 'class Turbine:\n    def spin(self):\n        return 1\n' },
    verdict: 'cannot be judged',
  },
  {
    name: 'a forbidden call that stands in a comment and a text alone (Python)',
    pattern: {
      name: 'Script',
      content: 'Scripts are small. A script never calls print(); it must call logger.info() instead.',
      language: 'python',
    },
    follows: true,
    component: 'NightlyScript',
    file: 'nightly.py',
    code: {
      'nightly.py':
        'import logging\n\nlogger = logging.getLogger(__name__)\n\n\nclass NightlyScript:\n    # was print(total) once\n    def run(self, total):\n        logger.info("do not print() %s", total)\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a trait is implemented (Rust)',
    pattern: {
      name: 'Step',
      content: 'Steps of the pipeline.',
      language: 'rust',
      template:
        'pub struct {Name}Step;\n\nimpl Step for {Name}Step {\n    fn apply(&self, row: Row) -> Row {\n        row\n    }\n}\n',
    },
    follows: true,
    component: 'TrimStep',
    file: 'src/trim.rs',
    code: {
      'src/trim.rs':
        'pub struct TrimStep;\n\nimpl Step for TrimStep {\n    fn apply(&self, row: Row) -> Row {\n        row.trimmed()\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'an attribute is missing (C#)',
    pattern: {
      name: 'Controller',
      content: 'Controllers of the web API.',
      language: 'csharp',
      template:
        '[ApiController]\npublic class {Name}Controller : ControllerBase\n{\n    [HttpGet]\n    public ActionResult Get() { return Ok(); }\n}\n',
    },
    follows: true,
    component: 'OrdersController',
    file: 'OrdersController.cs',
    code: {
      'OrdersController.cs':
        'public class OrdersController : ControllerBase\n{\n    [HttpGet]\n    public ActionResult Get() { return Ok(orders); }\n}\n',
    },
    verdict: 'deviates',
    about: /ApiController/,
  },
  {
    name: 'a job with its base and its method (Ruby)',
    pattern: {
      name: 'Background job',
      content: 'Jobs of the queue.',
      language: 'ruby',
      template: 'class {Name}Job < ApplicationJob\n  def perform(*args)\n  end\nend\n',
    },
    follows: true,
    component: 'DigestJob',
    file: 'digest_job.rb',
    code: {
      'digest_job.rb':
        'class DigestJob < ApplicationJob\n  def perform(user_id)\n    Mailer.digest(user_id)\n  end\nend\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a name against the template (TypeScript)',
    pattern: {
      name: 'Hook',
      content: 'Hooks share state between components.',
      language: 'typescript',
      template: 'export function use{Name}() {\n  return useContext(StoreContext);\n}\n',
    },
    follows: true,
    component: 'fetchUser',
    file: 'fetch-user.ts',
    code: {
      'fetch-user.ts': 'export function fetchUser() {\n  return useContext(StoreContext).user;\n}\n',
    },
    verdict: 'deviates',
    about: /use/,
  },
  {
    name: 'one method of many that is not async (TypeScript)',
    pattern: {
      name: 'Store',
      content: 'Stores hide the database.\n- All methods must be async.\n- Stores extend BaseStore.',
      language: 'typescript',
    },
    follows: true,
    component: 'NoteStore',
    file: 'note-store.ts',
    code: {
      'note-store.ts':
        "import { BaseStore } from './base-store';\n\nexport class NoteStore extends BaseStore {\n  async get(id: string) {\n    return this.one(id);\n  }\n\n  list() {\n    return this.all();\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /async/,
  },
];
