// Components that deviate from their pattern, written by somebody who had not seen the code; the other half.
import type { ComponentCase } from './case.ts';

export const FIELD_BROKEN_HELD: readonly ComponentCase[] = [
  {
    name: 'python validator without its base class',
    pattern: {
      name: 'Validator',
      content:
        'Every validator inherits from BaseValidator and implements validate(value), which returns a list of messages.',
      language: 'python',
    },
    follows: true,
    component: 'IbanValidator',
    file: 'payments/validators/iban.py',
    code: {
      'payments/validators/iban.py':
        'class IbanValidator:\n    def validate(self, value):\n        if len(value) < 15:\n            return ["too short"]\n        return []\n',
    },
    verdict: 'deviates',
    about: /BaseValidator/,
  },
  {
    name: 'python adapter is synchronous',
    pattern: {
      name: 'Notification adapter',
      content:
        'Adapters derive from NotificationAdapter. send must be an async method, because it is called from the event loop.',
      language: 'python',
    },
    follows: true,
    component: 'SlackAdapter',
    file: 'notify/slack.py',
    code: {
      'notify/slack.py':
        'import httpx\n\nfrom notify.base import NotificationAdapter\n\n\nclass SlackAdapter(NotificationAdapter):\n    def __init__(self, token):\n        self.token = token\n\n    def send(self, message):\n        httpx.post("https://slack.com/api/chat.postMessage", json={"text": message},\n                   headers={"Authorization": f"Bearer {self.token}"})\n',
    },
    verdict: 'deviates',
    about: /[Aa]sync/,
  },
  {
    name: 'c# service without a logger parameter',
    pattern: {
      name: 'Service',
      content:
        'The constructor of a service takes its store and an ILogger<T>. Services implement an interface with the same name prefixed by I.',
      language: 'csharp',
    },
    follows: true,
    component: 'TariffService',
    file: 'src/Energy/TariffService.cs',
    code: {
      'src/Energy/TariffService.cs':
        'namespace Energy;\n\npublic class TariffService : ITariffService\n{\n    private readonly ITariffStore _store;\n\n    public TariffService(ITariffStore store)\n    {\n        _store = store;\n    }\n\n    public async Task<Tariff> GetAsync(string id)\n    {\n        return await _store.LoadAsync(id);\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /[Ll]ogger/,
  },
  {
    name: 'javascript module requires a forbidden client',
    pattern: {
      name: 'HTTP client module',
      content: 'Client modules use the built-in fetch through ../lib/http. Do not import axios or request.',
      template:
        "const { http } = require('../lib/http');\n\nasync function fetch{Name}(id) {\n  return http.get(id);\n}\n\nmodule.exports = { fetch{Name} };\n",
      language: 'javascript',
    },
    follows: true,
    component: 'ratesClient',
    file: 'src/clients/ratesClient.js',
    code: {
      'src/clients/ratesClient.js':
        "const axios = require('axios');\n\nasync function fetchRates(base) {\n  const res = await axios.get('https://rates.example.com/' + base);\n  return res.data;\n}\n\nmodule.exports = { fetchRates };\n",
    },
    verdict: 'deviates',
    about: /axios|lib\/http/,
  },
  {
    name: 'python importer catches everything',
    pattern: {
      name: 'Importer',
      content:
        'Importers inherit from BaseImporter and implement parse and import_row. Catch specific exceptions only; a broad except Exception is not allowed.',
      language: 'python',
    },
    follows: true,
    component: 'LabResultImporter',
    file: 'lab/importer.py',
    code: {
      'lab/importer.py':
        'import logging\n\nfrom lab.base import BaseImporter\n\nlog = logging.getLogger(__name__)\n\n\nclass LabResultImporter(BaseImporter):\n    def parse(self, row):\n        return row.split(";")\n\n    def import_row(self, row):\n        try:\n            self.store.insert(self.parse(row))\n        except Exception as exc:\n            log.error("row failed: %s", exc)\n            raise\n',
    },
    verdict: 'deviates',
    about: /[Ee]xcept/,
  },
  {
    name: 'typescript helper not exported',
    pattern: {
      name: 'Utility function',
      content: 'Each utility file exports exactly one function that has the name of the file.',
      template: 'export function {name}() {\n}\n',
      language: 'typescript',
    },
    follows: true,
    component: 'formatCurrency',
    file: 'src/utils/formatCurrency.ts',
    code: {
      'src/utils/formatCurrency.ts':
        "function formatCurrency(cents: number, currency: string): string {\n  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);\n}\n",
    },
    verdict: 'deviates',
    about: /[Ee]xport/,
  },
  {
    name: 'react component written as a class',
    pattern: {
      name: 'UI component',
      content: 'Components are plain functions, not classes. They are exported by name.',
      language: 'javascript',
    },
    follows: true,
    component: 'UserCard',
    file: 'src/components/UserCard.jsx',
    code: {
      'src/components/UserCard.jsx':
        'import React from \'react\';\n\nexport class UserCard extends React.Component {\n  render() {\n    return <div className="card">{this.props.name}</div>;\n  }\n}\n',
    },
    verdict: 'deviates',
    about: /class|[Ff]unction/,
  },
  {
    name: 'ruby service without call',
    pattern: {
      name: 'Service object',
      content: 'Service objects inherit from ApplicationService and have one public method named call.',
      template:
        'class {Name} < ApplicationService\n  def initialize(order)\n    @order = order\n  end\n\n  def call\n  end\nend\n',
      language: 'ruby',
    },
    follows: true,
    component: 'RefundOrder',
    file: 'app/services/refund_order.rb',
    code: {
      'app/services/refund_order.rb':
        'class RefundOrder < ApplicationService\n  def initialize(order)\n    @order = order\n  end\n\n  def run\n    @order.update!(state: "refunded")\n  end\nend\n',
    },
    verdict: 'deviates',
    about: /call/,
  },
];
