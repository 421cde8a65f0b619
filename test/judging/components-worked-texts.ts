// Components with a prose pattern or none, on which the rules of check_consistency were developed.
import type { ComponentCase } from './case.ts';

export const WORKED_TEXTS: readonly ComponentCase[] = [
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
