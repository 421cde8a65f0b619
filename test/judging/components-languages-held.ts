// Components in many languages. Held out when first asked; the misses have been read since.
import type { ComponentCase } from './case.ts';

export const LANGUAGE_COMPONENTS_HELD: readonly ComponentCase[] = [
  {
    name: 'a service by the constructor (Java)',
    pattern: {
      name: 'Controller',
      content: 'Controllers receive their service by the constructor.',
      language: 'java',
      template:
        'public class {Name}Controller extends BaseController {\n  private final {Name}Service service;\n\n  public {Name}Controller({Name}Service service) {\n    this.service = service;\n  }\n}\n',
    },
    follows: true,
    component: 'OrderController',
    file: 'OrderController.java',
    code: {
      'OrderController.java':
        'package shop;\n\npublic class OrderController extends BaseController {\n  private final OrderService service;\n\n  public OrderController(OrderService service) {\n    this.service = service;\n  }\n\n  public Order show(long id) {\n    return service.find(id);\n  }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a service by a field (Java)',
    pattern: {
      name: 'Controller',
      content: 'Controllers receive their service by the constructor.',
      language: 'java',
      template:
        'public class {Name}Controller extends BaseController {\n  private final {Name}Service service;\n\n  public {Name}Controller({Name}Service service) {\n    this.service = service;\n  }\n}\n',
    },
    follows: true,
    component: 'CartController',
    file: 'CartController.java',
    code: {
      'CartController.java':
        'package shop;\n\npublic class CartController extends BaseController {\n  @Autowired\n  private CartService service;\n\n  public Cart show(long id) {\n    return service.find(id);\n  }\n}\n',
    },
    verdict: 'deviates',
    about: /constructor|service/i,
  },
  {
    name: 'attributes, base and asynchronous method (C#)',
    pattern: {
      name: 'Api controller',
      content: 'API controllers answer asynchronously.',
      language: 'csharp',
      template:
        '[ApiController]\npublic class {Name}Controller : ControllerBase\n{\n    [HttpGet]\n    public async Task<IActionResult> Get()\n    {\n    }\n}\n',
    },
    follows: true,
    component: 'StockController',
    file: 'StockController.cs',
    code: {
      'StockController.cs':
        'namespace Shop;\n\n[ApiController]\npublic class StockController : ControllerBase\n{\n    [HttpGet]\n    public async Task<IActionResult> Get()\n    {\n        return Ok(await _stock.All());\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'the attribute of the class is missing (C#)',
    pattern: {
      name: 'Api controller',
      content: 'API controllers answer asynchronously.',
      language: 'csharp',
      template:
        '[ApiController]\npublic class {Name}Controller : ControllerBase\n{\n    [HttpGet]\n    public async Task<IActionResult> Get()\n    {\n    }\n}\n',
    },
    follows: true,
    component: 'PriceController',
    file: 'PriceController.cs',
    code: {
      'PriceController.cs':
        'namespace Shop;\n\npublic class PriceController : ControllerBase\n{\n    [HttpGet]\n    public async Task<IActionResult> Get()\n    {\n        return Ok(await _prices.All());\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /ApiController/,
  },
  {
    name: 'requests go the agreed way (TypeScript)',
    pattern: {
      name: 'Client store',
      content: "Stores hold state of the page. They must not import 'axios'; requests go through '@/api'.",
      language: 'typescript',
    },
    follows: true,
    component: 'CartStore',
    file: 'src/stores/cart.ts',
    code: {
      'src/stores/cart.ts':
        "import { api } from '@/api';\n\nexport class CartStore {\n  items: string[] = [];\n\n  async load() {\n    this.items = await api.get('/cart');\n  }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'a forbidden module is imported (TypeScript)',
    pattern: {
      name: 'Client store',
      content: "Stores hold state of the page. They must not import 'axios'; requests go through '@/api'.",
      language: 'typescript',
    },
    follows: true,
    component: 'UserStore',
    file: 'src/stores/user.ts',
    code: {
      'src/stores/user.ts':
        "import axios from 'axios';\n\nexport class UserStore {\n  name = '';\n\n  async load() {\n    this.name = (await axios.get('/me')).data.name;\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /axios/,
  },
  {
    name: 'a specific exception (Python)',
    pattern: {
      name: 'Importer',
      content: 'Importers catch specific exceptions only; a bare except is forbidden.',
      language: 'python',
    },
    follows: true,
    component: 'CsvImporter',
    file: 'csv_importer.py',
    code: {
      'csv_importer.py':
        'class CsvImporter:\n    def load(self, rows):\n        for row in rows:\n            try:\n                yield int(row)\n            except ValueError:\n                continue\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a bare except (Python)',
    pattern: {
      name: 'Importer',
      content: 'Importers catch specific exceptions only; a bare except is forbidden.',
      language: 'python',
    },
    follows: true,
    component: 'XmlImporter',
    file: 'xml_importer.py',
    code: {
      'xml_importer.py':
        'class XmlImporter:\n    def load(self, rows):\n        for row in rows:\n            try:\n                yield int(row)\n            except:\n                continue\n',
    },
    verdict: 'deviates',
    about: /except/,
  },
  {
    name: 'an interface is implemented (PHP)',
    pattern: {
      name: 'Command handler',
      content: 'A handler takes one command.',
      language: 'php',
      template:
        '<?php\nfinal class {Name}Handler implements HandlerInterface\n{\n    public function handle(Command $command): void\n    {\n    }\n}\n',
    },
    follows: true,
    component: 'PlaceOrderHandler',
    file: 'src/PlaceOrderHandler.php',
    code: {
      'src/PlaceOrderHandler.php':
        '<?php\n\nfinal class PlaceOrderHandler implements HandlerInterface\n{\n    public function handle(Command $command): void\n    {\n        $this->orders->place($command);\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'the interface is not named (PHP)',
    pattern: {
      name: 'Command handler',
      content: 'A handler takes one command.',
      language: 'php',
      template:
        '<?php\nfinal class {Name}Handler implements HandlerInterface\n{\n    public function handle(Command $command): void\n    {\n    }\n}\n',
    },
    follows: true,
    component: 'CancelOrderHandler',
    file: 'src/CancelOrderHandler.php',
    code: {
      'src/CancelOrderHandler.php':
        '<?php\n\nfinal class CancelOrderHandler\n{\n    public function handle(Command $command): void\n    {\n        $this->orders->cancel($command);\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /HandlerInterface/,
  },
  {
    name: 'a decorator told in words is there (Python)',
    pattern: {
      name: 'Task',
      content: 'Each task is decorated with @shared_task and must call heartbeat().',
      language: 'python',
    },
    follows: true,
    component: 'send_digest',
    file: 'tasks/digest.py',
    code: {
      'tasks/digest.py':
        'from celery import shared_task\n\n\n@shared_task\ndef send_digest(user):\n    heartbeat()\n    return user\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a decorator told in words is missing (Python)',
    pattern: {
      name: 'Task',
      content: 'Each task is decorated with @shared_task and must call heartbeat().',
      language: 'python',
    },
    follows: true,
    component: 'send_invoice',
    file: 'tasks/invoice.py',
    code: { 'tasks/invoice.py': 'def send_invoice(user):\n    heartbeat()\n    return user\n' },
    verdict: 'deviates',
    about: /shared_task/,
  },
  {
    name: 'the first parameter that every worker takes (Go)',
    pattern: {
      name: 'Worker',
      content: 'A worker has a method Run whose first parameter is a context.Context.',
      language: 'go',
    },
    follows: true,
    component: 'MailWorker',
    file: 'mail_worker.go',
    code: {
      'mail_worker.go':
        'package work\n\ntype MailWorker struct{}\n\nfunc (w *MailWorker) Run(batch int) error {\n\treturn nil\n}\n',
    },
    verdict: 'deviates',
    about: /context/i,
  },
  {
    name: 'no pattern is stored',
    component: 'Clock',
    file: 'src/clock.ts',
    code: { 'src/clock.ts': 'export class Clock {\n  now() {\n    return Date.now();\n  }\n}\n' },
    verdict: 'cannot be judged',
  },
  {
    name: 'the file of the component is not among the indexed ones',
    pattern: {
      name: 'Job',
      content: 'Jobs extend Job and run asynchronously.',
      language: 'typescript',
      template: 'export class {Name}Job extends Job {\n  async execute(): Promise<void> {}\n}\n',
    },
    follows: true,
    component: 'ExpireJob',
    file: 'jobs/expire.ts',
    code: { 'jobs/job.ts': 'export class Job {}\n' },
    verdict: 'cannot be judged',
  },
];
