// Components that check_consistency is only measured on. Change no rule because of one of them.
import type { ComponentCase } from './case.ts';

export const HELD_COMPONENTS: readonly ComponentCase[] = [
  {
    name: 'an interface and its implementation, one placeholder in both (Java)',
    pattern: {
      name: 'Adapter',
      content: 'Adapters connect a port to the world.',
      language: 'java',
      template:
        'public class Sql{Name}Adapter implements {Name}Port {\n    public void save(Object value) {\n    }\n}\n',
    },
    follows: true,
    component: 'SqlParcelAdapter',
    file: 'SqlParcelAdapter.java',
    code: {
      'SqlParcelAdapter.java':
        'public class SqlParcelAdapter implements ParcelPort {\n    public void save(Object value) {\n        db.insert(value);\n    }\n}\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a missing constructor function (Go)',
    pattern: {
      name: 'Store',
      content: 'Stores are made by a function.',
      language: 'go',
      template:
        'type {Name}Store struct {\n\tdb *sql.DB\n}\n\nfunc New{Name}Store(db *sql.DB) *{Name}Store {\n\treturn &{Name}Store{db: db}\n}\n',
    },
    follows: true,
    component: 'CouponStore',
    file: 'coupon_store.go',
    code: {
      'coupon_store.go':
        'package shop\n\nimport "database/sql"\n\ntype CouponStore struct {\n\tdb *sql.DB\n}\n\nfunc (s *CouponStore) Find(code string) error {\n\treturn nil\n}\n',
    },
    verdict: 'deviates',
    about: /New\w*Store/,
  },
  {
    name: 'a placeholder in the middle of a function (Python)',
    pattern: {
      name: 'Loader',
      content: 'Loaders read rows.',
      language: 'python',
      template: 'def load_{source}_rows(path, *, limit):\n    ...\n',
    },
    follows: true,
    component: 'load_csv_rows',
    file: 'load_csv.py',
    code: {
      'load_csv.py':
        'import csv\n\n\ndef load_csv_rows(path, *, limit):\n    with open(path) as file:\n        return list(csv.reader(file))[:limit]\n',
    },
    verdict: 'consistent',
  },
  {
    name: 'a function that is not async (TypeScript)',
    pattern: {
      name: 'Server action',
      content: 'Forms are handled by actions.',
      language: 'typescript',
      template: 'export async function {verb}Action(formData: FormData) {\n}\n',
    },
    follows: true,
    component: 'subscribeAction',
    file: 'subscribe-action.ts',
    code: {
      'subscribe-action.ts':
        "export function subscribeAction(formData: FormData) {\n  return fetch('/subscribe', { method: 'POST', body: formData });\n}\n",
    },
    verdict: 'deviates',
    about: /async/,
  },
  {
    name: 'a decorated class as it should be (Python)',
    pattern: {
      name: 'Event',
      content: 'Events are values.',
      language: 'python',
      template: '@dataclass(frozen=True)\nclass {Name}Event(Event):\n    at: datetime\n',
    },
    follows: true,
    component: 'ParcelLostEvent',
    file: 'parcel_lost.py',
    code: {
      'parcel_lost.py':
        'from dataclasses import dataclass\nfrom datetime import datetime\n\nfrom events import Event\n\n\n@dataclass(frozen=True)\nclass ParcelLostEvent(Event):\n    at: datetime\n    parcel: str\n',
    },
    verdict: 'consistent',
  },
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
    name: 'the base class of the base class (PHP)',
    pattern: {
      name: 'Controller',
      content: 'Controllers share a base.',
      language: 'php',
      template:
        '<?php\nclass {Name}Controller extends AbstractController\n{\n    public function index()\n    {\n    }\n}\n',
    },
    follows: true,
    component: 'CartController',
    file: 'CartController.php',
    code: {
      'ShopController.php': '<?php\nclass ShopController extends AbstractController\n{\n}\n',
      'CartController.php':
        "<?php\nclass CartController extends ShopController\n{\n    public function index()\n    {\n        return $this->render('cart');\n    }\n}\n",
    },
    verdict: 'consistent',
  },
  {
    name: 'a base class of the base class that is another one (Python)',
    pattern: {
      name: 'Panel',
      content: 'Panels of the desk.',
      language: 'python',
      template: 'class {{Name}}Panel(BasePanel):\n    def draw(self):\n        ...\n',
    },
    follows: true,
    component: 'ClockPanel',
    file: 'clock.py',
    code: {
      'widget.py': 'class Widget(object):\n    def show(self):\n        pass\n',
      'clock.py':
        'from widget import Widget\n\n\nclass ClockPanel(Widget):\n    def draw(self):\n        self.show()\n',
    },
    verdict: 'deviates',
    about: /BasePanel/,
  },
  {
    name: 'a constructor that lacks a parameter (Java)',
    pattern: {
      name: 'Service',
      content: 'Services get the time from outside.',
      language: 'java',
      template:
        'public class {Name}Service {\n    public {Name}Service({Name}Repository repository, Clock clock) {\n    }\n}\n',
    },
    follows: true,
    component: 'RentalService',
    file: 'RentalService.java',
    code: {
      'RentalService.java':
        'public class RentalService {\n    private final RentalRepository repository;\n\n    public RentalService(RentalRepository repository) {\n        this.repository = repository;\n    }\n}\n',
    },
    verdict: 'deviates',
    about: /clock/i,
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
    name: 'a pattern of another language that has nothing to do with it',
    pattern: {
      name: 'Swift screen',
      content: 'Screens of the phone.',
      language: 'swift',
      template: 'final class {{Name}}Screen: BaseScreen {\n    override func viewDidLoad() {\n    }\n}\n',
    },
    component: 'interest_rate',
    file: 'interest.py',
    code: { 'interest.py': 'def interest_rate(months):\n    return 0.02 * months\n' },
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
