// Components with a prose pattern or none. Held out when first asked; the misses have been read since.
import type { ComponentCase } from './case.ts';

export const HELD_TEXTS: readonly ComponentCase[] = [
  {
    name: 'a decorator asked for in words is missing (Python)',
    pattern: {
      name: 'View',
      content: 'Views answer requests.\n- Every view is decorated with @require_login.\n- Views return a Response.',
      language: 'python',
    },
    follows: true,
    component: 'profile_view',
    file: 'profile_view.py',
    code: { 'profile_view.py': 'def profile_view(request):\n    return Response(request.user.profile)\n' },
    verdict: 'deviates',
    about: /require_login/,
  },
  {
    name: 'a forbidden call (Go)',
    pattern: {
      name: 'Endpoint',
      content: 'Endpoints answer with an error. They must not call panic().',
      language: 'go',
    },
    follows: true,
    component: 'RefundEndpoint',
    file: 'refund.go',
    code: {
      'refund.go':
        'package web\n\ntype RefundEndpoint struct{}\n\nfunc (e RefundEndpoint) Serve(amount int) error {\n\tif amount < 0 {\n\t\tpanic("negative")\n\t}\n\treturn nil\n}\n',
    },
    verdict: 'deviates',
    about: /panic/,
  },
  {
    name: 'a required call is there (TypeScript)',
    pattern: {
      name: 'Use case',
      content: 'Use cases hold the rules of the shop. Every use case must call this.authorize() first.',
      language: 'typescript',
    },
    follows: true,
    component: 'CloseAccount',
    file: 'close-account.ts',
    code: {
      'close-account.ts':
        'export class CloseAccount extends UseCase {\n  async run(user: User) {\n    await this.authorize(user);\n    await user.close();\n  }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'one of two forbidden calls (Rust)',
    pattern: {
      name: 'Library module',
      content: 'Modules return a Result. Library code must not call unwrap() or expect().',
      language: 'rust',
    },
    follows: true,
    component: 'Parser',
    file: 'src/parser.rs',
    code: {
      'src/parser.rs':
        'pub struct Parser;\n\nimpl Parser {\n    pub fn number(&self, text: &str) -> i64 {\n        text.parse().unwrap()\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /unwrap/,
  },
  {
    name: 'one of two forbidden imports (Python)',
    pattern: {
      name: 'Domain module',
      content: 'Domain modules are pure. They must not import sqlalchemy or requests.',
      language: 'python',
    },
    follows: true,
    component: 'Pricing',
    file: 'domain/pricing.py',
    code: {
      'domain/pricing.py':
        'from sqlalchemy import Column\n\n\nclass Pricing:\n    def total(self, items):\n        return sum(item.price for item in items)\n',
    },
    verdict: 'deviates',
    about: /sqlalchemy/,
  },
  {
    name: 'a required import is there (TypeScript)',
    pattern: {
      name: 'Widget',
      content: "Widgets are functions. Every widget imports its styles from './styles.module.css'.",
      language: 'typescript',
    },
    follows: true,
    component: 'PriceWidget',
    file: 'price-widget.tsx',
    code: {
      'price-widget.tsx':
        "import styles from './styles.module.css';\n\nexport function PriceWidget({ price }: { price: number }) {\n  return <b className={styles.price}>{price}</b>;\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'a bare except (Python)',
    pattern: {
      name: 'Probe',
      content: 'Probes measure something. Never use a bare except: name the error.',
      language: 'python',
    },
    follows: true,
    component: 'DiskProbe',
    file: 'disk_probe.py',
    code: {
      'disk_probe.py':
        'import os\n\n\nclass DiskProbe:\n    def read(self):\n        try:\n            return os.statvfs("/").f_bfree\n        except:\n            return None\n',
    },
    verdict: 'deviates',
    about: /except/i,
  },
  {
    name: 'a description of a few words',
    pattern: { name: 'Formatter', content: 'Nice formatter for texts.', language: 'javascript' },
    follows: true,
    component: 'DateFormatter',
    file: 'date-formatter.js',
    code: {
      'date-formatter.js': 'export class DateFormatter {\n  format(date) {\n    return date.toISOString();\n  }\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'a component that is known by its memory alone',
    pattern: {
      name: 'Guard',
      content: 'Guards must define allow() and is called *Guard.',
      language: 'typescript',
    },
    follows: true,
    component: 'RoleGuard',
    file: 'src/role-guard.ts',
    code: {},
    verdict: 'cannot be judged',
  },
  {
    name: 'a suffix asked for in words (C#)',
    pattern: {
      name: 'Client',
      content: 'Clients call other systems.\n- Methods that are async must end with Async.',
      language: 'csharp',
    },
    follows: true,
    component: 'TaxClient',
    file: 'TaxClient.cs',
    code: {
      'TaxClient.cs':
        'public class TaxClient\n{\n    public async Task<decimal> Rate(string country)\n    {\n        return await http.Get(country);\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /Async/,
  },
  {
    name: 'a base class that is not allowed (JavaScript)',
    pattern: {
      name: 'Component',
      content: 'Components are functions. They must not extend React.Component.',
      language: 'javascript',
    },
    follows: true,
    component: 'Cart',
    file: 'cart.jsx',
    code: {
      'cart.jsx':
        "import React from 'react';\n\nexport class Cart extends React.Component {\n  render() {\n    return <ul>{this.props.items}</ul>;\n  }\n}\n",
    },
    verdict: 'deviates',
    about: /React\.Component/,
  },
];
