// Components with a template pattern, on which the rules of check_consistency were developed.
import type { ComponentCase } from './case.ts';

export const WORKED_TEMPLATES: readonly ComponentCase[] = [
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
];
