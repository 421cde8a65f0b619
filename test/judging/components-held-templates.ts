// Components with a template pattern. Held out when first asked; the misses have been read since.
import type { ComponentCase } from './case.ts';

export const HELD_TEMPLATES: readonly ComponentCase[] = [
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
];
