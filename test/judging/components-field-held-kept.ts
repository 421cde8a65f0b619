// Components that keep to their pattern or cannot be judged, written by somebody who had not seen the code; the other half.
import type { ComponentCase } from './case.ts';

export const FIELD_KEPT_HELD: readonly ComponentCase[] = [
  {
    name: 'nest service with decorator and logger',
    pattern: {
      name: 'Nest service',
      content:
        'Services are decorated with @Injectable(), exported, get their repository through the constructor, and write through the Nest Logger. console.log is forbidden.',
      language: 'typescript',
    },
    follows: true,
    component: 'ShipmentService',
    file: 'src/shipment/shipment.service.ts',
    code: {
      'src/shipment/shipment.service.ts':
        "import { Injectable, Logger } from '@nestjs/common';\nimport { ShipmentRepository } from './shipment.repository';\n\n@Injectable()\nexport class ShipmentService {\n  private readonly logger = new Logger(ShipmentService.name);\n\n  constructor(private readonly repository: ShipmentRepository) {}\n\n  async findOne(id: string) {\n    this.logger.debug('load ' + id);\n    return this.repository.findById(id);\n  }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'java service annotated and transactional',
    pattern: {
      name: 'Spring service',
      content:
        'Services carry the @Service annotation and use constructor injection; field injection with @Autowired is forbidden. Methods that write are annotated with @Transactional.',
      language: 'java',
    },
    follows: true,
    component: 'TransferService',
    file: 'src/main/java/bank/TransferService.java',
    code: {
      'src/main/java/bank/TransferService.java':
        'package bank;\n\nimport org.springframework.stereotype.Service;\nimport org.springframework.transaction.annotation.Transactional;\n\n@Service\npublic class TransferService {\n    private final AccountRepository accounts;\n\n    public TransferService(AccountRepository accounts) {\n        this.accounts = accounts;\n    }\n\n    @Transactional\n    public void transfer(String from, String to, long cents) {\n        accounts.debit(from, cents);\n        accounts.credit(to, cents);\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'c# handler implements the interface',
    pattern: {
      name: 'MediatR handler',
      content:
        'Request handlers implement IRequestHandler, are sealed, and have an async Handle method which takes a CancellationToken. Do not block with .Result or .Wait().',
      language: 'csharp',
    },
    follows: true,
    component: 'CancelOrderHandler',
    file: 'src/Orders/CancelOrderHandler.cs',
    code: {
      'src/Orders/CancelOrderHandler.cs':
        'using System.Threading;\nusing System.Threading.Tasks;\nusing MediatR;\n\nnamespace Shop.Orders;\n\npublic sealed class CancelOrderHandler : IRequestHandler<CancelOrder, Unit>\n{\n    private readonly IOrderStore _orders;\n\n    public CancelOrderHandler(IOrderStore orders)\n    {\n        _orders = orders;\n    }\n\n    public async Task<Unit> Handle(CancelOrder request, CancellationToken cancellationToken)\n    {\n        await _orders.CancelAsync(request.OrderId, cancellationToken);\n        return Unit.Value;\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'ruby job with queue and retry',
    pattern: {
      name: 'Background job',
      content:
        'Jobs inherit from ApplicationJob, end with Job, declare queue_as and retry_on, and implement perform. Pass ids to perform, not records.',
      language: 'ruby',
    },
    follows: true,
    component: 'SyncContactsJob',
    file: 'app/jobs/sync_contacts_job.rb',
    code: {
      'app/jobs/sync_contacts_job.rb':
        'class SyncContactsJob < ApplicationJob\n  queue_as :low\n  retry_on Net::ReadTimeout, attempts: 3\n\n  def perform(account_id)\n    account = Account.find(account_id)\n    ContactSync.new(account).call\n  end\nend\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'swift service with protocol and async throws',
    pattern: {
      name: 'Networking service',
      content:
        'Services are final classes that conform to a protocol named <Name>Servicing, take an HTTPClient in init, and have async throws functions. try! is forbidden.',
      template:
        'protocol {Name}Servicing {\n}\n\nfinal class {Name}Service: {Name}Servicing {\n    init(client: HTTPClient) {\n    }\n\n    func fetch(id: String) async throws -> {Name} {\n    }\n}\n',
      language: 'swift',
    },
    follows: true,
    component: 'WeatherService',
    file: 'Sources/App/WeatherService.swift',
    code: {
      'Sources/App/WeatherService.swift':
        'import Foundation\n\nprotocol WeatherServicing {\n    func fetch(id: String) async throws -> Weather\n}\n\nfinal class WeatherService: WeatherServicing {\n    private let client: HTTPClient\n\n    init(client: HTTPClient) {\n        self.client = client\n    }\n\n    func fetch(id: String) async throws -> Weather {\n        try await client.get("/weather/\\(id)")\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'express middleware passes errors on',
    pattern: {
      name: 'Express middleware',
      content:
        'Middleware is an async function (req, res, next). Failures are handed to next(err); do not send a response from the catch block. It is exported by name from module.exports.',
      template:
        'async function {name}(req, res, next) {\n  try {\n    next();\n  } catch (err) {\n    next(err);\n  }\n}\n\nmodule.exports = { {name} };\n',
      language: 'javascript',
    },
    follows: true,
    component: 'requireTenant',
    file: 'src/middleware/requireTenant.js',
    code: {
      'src/middleware/requireTenant.js':
        "const { findTenant } = require('../tenants');\n\nasync function requireTenant(req, res, next) {\n  try {\n    req.tenant = await findTenant(req.headers['x-tenant']);\n    next();\n  } catch (err) {\n    next(err);\n  }\n}\n\nmodule.exports = { requireTenant };\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'python task with extra helpers',
    pattern: {
      name: 'Task',
      content:
        'Tasks derive from BaseTask, set name and implement run(payload). Use the logging module, never print().',
      template: 'class {Name}Task(BaseTask):\n    name = "{name}"\n\n    def run(self, payload): ...\n',
      language: 'python',
    },
    follows: true,
    component: 'ResizeTask',
    file: 'media/tasks/resize.py',
    code: {
      'media/tasks/base.py':
        'class BaseTask:\n    name = None\n\n    def run(self, payload):\n        raise NotImplementedError\n',
      'media/tasks/resize.py':
        'import logging\n\nfrom media.tasks.base import BaseTask\n\nlogger = logging.getLogger(__name__)\n\n\nclass ResizeTask(BaseTask):\n    name = "resize"\n\n    def run(self, payload):\n        width, height = self._parse(payload["size"])\n        logger.info("resizing to %sx%s", width, height)\n        return payload["image"].resize((width, height))\n\n    def _parse(self, size):\n        a, b = size.split("x")\n        return int(a), int(b)\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'go worker closes on context',
    pattern: {
      name: 'Worker',
      content:
        'Workers have a Run(ctx context.Context) error method that stops when ctx.Done() fires. Logging goes through slog; fmt.Println is forbidden, and so is os.Exit.',
      language: 'go',
    },
    follows: true,
    component: 'MailWorker',
    file: 'internal/mail/worker.go',
    code: {
      'internal/mail/worker.go':
        'package mail\n\nimport (\n\t"context"\n\t"log/slog"\n)\n\ntype MailWorker struct {\n\tqueue  Queue\n\tlogger *slog.Logger\n}\n\nfunc (w *MailWorker) Run(ctx context.Context) error {\n\tfor {\n\t\tselect {\n\t\tcase <-ctx.Done():\n\t\t\treturn ctx.Err()\n\t\tcase msg := <-w.queue.C():\n\t\t\tif err := w.send(ctx, msg); err != nil {\n\t\t\t\tw.logger.Error("send failed", "err", err)\n\t\t\t\treturn err\n\t\t\t}\n\t\t}\n\t}\n}\n\nfunc (w *MailWorker) send(ctx context.Context, msg Message) error {\n\treturn w.queue.Ack(ctx, msg)\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'nothing indexed, template there',
    pattern: {
      name: 'Repository',
      content: 'Repositories inherit from BaseRepository and implement get and save.',
      template:
        'class {Name}Repository(BaseRepository):\n    def get(self, id): ...\n\n    def save(self, entity): ...\n',
      language: 'python',
    },
    follows: true,
    component: 'PayrollRepository',
    file: 'hr/payroll_repository.py',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'no pattern at all',
    component: 'ParticleEmitter',
    file: 'src/fx/particle_emitter.cpp',
    code: {
      'src/fx/particle_emitter.cpp':
        '#include "particle_emitter.h"\n\nvoid ParticleEmitter::emit(int count) {\n    for (int i = 0; i < count; ++i) {\n        pool_.spawn(origin_);\n    }\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'vague pattern about good practice',
    pattern: { name: 'Cache style', content: 'Caches should be sensible and well designed.', language: 'swift' },
    follows: true,
    component: 'SessionCache',
    file: 'Sources/Core/SessionCache.swift',
    code: {
      'Sources/Core/SessionCache.swift':
        'final class SessionCache {\n    private var items: [String: Session] = [:]\n\n    func put(_ session: Session) {\n        items[session.id] = session\n    }\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'no pattern and no code',
    component: 'BatchScheduler',
    file: 'src/Batch/BatchScheduler.cs',
    code: {},
    verdict: 'cannot be judged',
  },
];
