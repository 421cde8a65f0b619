// Patterns in few words, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const TERSE: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Saved search',
      content:
        'Specifications are classes that extend Specification and implement toPredicate(). They are stateless, final, and their names end with Spec. Entity managers must not be used inside a specification.',
      language: 'java',
    },
    {
      component: 'OpenInvoiceSpec',
      file: 'src/OpenInvoiceSpec.java',
      code: `package billing;\n\npublic final class OpenInvoiceSpec extends Specification<Invoice> {\n    @Override\n    public Predicate toPredicate(Root<Invoice> root, CriteriaBuilder cb) {\n        return cb.isNull(root.get("paidAt"));\n    }\n}\n`,
    },
    {
      component: 'LateInvoices',
      file: 'src/LateInvoices.java',
      code: `package billing;\n\npublic final class LateInvoices extends Specification<Invoice> {\n    @Override\n    public Predicate toPredicate(Root<Invoice> root, CriteriaBuilder cb) {\n        return cb.lessThan(root.get("due"), LocalDate.now());\n    }\n}\n`,
      about: /Spec/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Price calculator',
      content:
        'Calculators work on Decimal only; float is forbidden. Every calculator subclasses Calculator, has a calculate(self, basket) method and rounds with quantize.',
      template:
        'from decimal import Decimal\n\n\nclass {Name}Calculator(Calculator):\n    def calculate(self, basket):\n        total = Decimal("0")\n        return total.quantize(Decimal("0.01"))\n',
      language: 'python',
    },
    {
      component: 'FreightCalculator',
      file: 'pricing/freight.py',
      code: 'from decimal import Decimal\n\nfrom pricing.base import Calculator\n\n\nclass FreightCalculator(Calculator):\n    def calculate(self, basket):\n        weight = sum((line.weight for line in basket), Decimal("0"))\n        return (weight * Decimal("1.2")).quantize(Decimal("0.01"))\n',
    },
    {
      component: 'DiscountCalculator',
      file: 'pricing/discount.py',
      code: 'from decimal import Decimal\n\nfrom pricing.base import Calculator\n\n\nclass DiscountCalculator(Calculator):\n    def calculate(self, basket):\n        total = float(basket.total) * 0.9\n        return Decimal(total).quantize(Decimal("0.01"))\n',
      about: /float/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Typed route',
      content:
        'Route handlers parse the body with a zod schema (schema.parse), answer with Response.json and are wrapped in withAuth. Never trust req.body directly. No try/catch in handlers, withAuth takes care of errors.',
      template:
        'export const POST = withAuth(async (req) => {\n  const input = schema.parse(await req.json());\n  return Response.json(await service.create(input));\n});\n',
      language: 'typescript',
    },
    {
      component: 'bookings',
      file: 'app/api/bookings/route.ts',
      code: "import { withAuth } from '@/auth';\nimport { schema } from './schema';\nimport { bookings } from '@/services';\n\nexport const POST = withAuth(async (req) => {\n  const input = schema.parse(await req.json());\n  return Response.json(await bookings.create(input));\n});\n",
    },
    {
      component: 'rooms',
      file: 'app/api/rooms/route.ts',
      code: "import { rooms } from '@/services';\n\nexport const POST = async (req: Request) => {\n  const input = await req.json();\n  return Response.json(await rooms.create(input));\n};\n",
      about: /withAuth|schema|parse/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Notifier',
      content:
        'Notifiers implement the Notifier interface: Notify(ctx context.Context, m Message) error. HTTP calls use the injected *http.Client, http.DefaultClient and http.Get are banned. Secrets never go into error messages.',
      language: 'go',
    },
    {
      component: 'SlackNotifier',
      file: 'notify/slack.go',
      code: 'package notify\n\nimport (\n\t"context"\n\t"net/http"\n)\n\ntype SlackNotifier struct {\n\tclient *http.Client\n\turl    string\n}\n\nfunc (n *SlackNotifier) Notify(ctx context.Context, m Message) error {\n\treq, err := http.NewRequestWithContext(ctx, http.MethodPost, n.url, m.Body())\n\tif err != nil {\n\t\treturn err\n\t}\n\tres, err := n.client.Do(req)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn res.Body.Close()\n}\n',
    },
    {
      component: 'PagerNotifier',
      file: 'notify/pager.go',
      code: 'package notify\n\nimport (\n\t"context"\n\t"net/http"\n)\n\ntype PagerNotifier struct {\n\turl string\n}\n\nfunc (n *PagerNotifier) Notify(ctx context.Context, m Message) error {\n\tres, err := http.Get(n.url + m.Text)\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn res.Body.Close()\n}\n',
      about: /http\.Get|Client/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Ability',
      content:
        'Policies inherit from ApplicationPolicy and answer with question mark methods (show?, update?, destroy?). A policy has a nested Scope class with resolve. No current_user, use user.',
      template:
        'class {Name}Policy < ApplicationPolicy\n  def show?\n    user.admin?\n  end\n\n  class Scope < Scope\n    def resolve\n      scope.where(user: user)\n    end\n  end\nend\n',
      language: 'ruby',
    },
    {
      component: 'AlbumPolicy',
      file: 'app/policies/album_policy.rb',
      code: 'class AlbumPolicy < ApplicationPolicy\n  def show?\n    record.public? || record.user == user\n  end\n\n  def update?\n    record.user == user\n  end\n\n  class Scope < Scope\n    def resolve\n      scope.where(public: true)\n    end\n  end\nend\n',
    },
    {
      component: 'TrackPolicy',
      file: 'app/policies/track_policy.rb',
      code: 'class TrackPolicy < ApplicationPolicy\n  def show?\n    current_user.admin?\n  end\n\n  class Scope < Scope\n    def resolve\n      scope.all\n    end\n  end\nend\n',
      about: /current_user/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Mapper profile',
      content:
        'AutoMapper profiles derive from Profile, are named <Entity>Profile and configure everything in the constructor with CreateMap. ReverseMap() is not allowed. One profile per entity.',
      template:
        'public class {Name}Profile : Profile\n{\n    public {Name}Profile()\n    {\n        CreateMap<{Name}, {Name}Dto>();\n    }\n}\n',
      language: 'csharp',
    },
    {
      component: 'TenantProfile',
      file: 'src/Mapping/TenantProfile.cs',
      code: 'namespace Rent.Mapping;\n\npublic class TenantProfile : Profile\n{\n    public TenantProfile()\n    {\n        CreateMap<Tenant, TenantDto>().ForMember(d => d.Name, o => o.MapFrom(s => s.FullName));\n        CreateMap<CreateTenant, Tenant>();\n    }\n}\n',
    },
    {
      component: 'LeaseProfile',
      file: 'src/Mapping/LeaseProfile.cs',
      code: 'namespace Rent.Mapping;\n\npublic class LeaseProfile : Profile\n{\n    public LeaseProfile()\n    {\n        CreateMap<Lease, LeaseDto>().ReverseMap();\n    }\n}\n',
      about: /ReverseMap/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Analytics event',
      content:
        'Events are sealed classes or data classes implementing AnalyticsEvent with a snake_case name. They hold primitive values only. Tracking calls go through Tracker.track; Firebase is not called directly.',
      language: 'kotlin',
    },
    {
      component: 'TicketBought',
      file: 'app/TicketBought.kt',
      code: 'package app\n\ndata class TicketBought(val price: Int) : AnalyticsEvent {\n    override val name = "ticket_bought"\n}\n',
    },
    {
      component: 'TicketShared',
      file: 'app/TicketShared.kt',
      code: 'package app\n\nclass TicketShared(private val ticket: Ticket) {\n    fun send() {\n        Firebase.analytics.logEvent("ticket_shared") { param("id", ticket.id) }\n    }\n}\n',
      about: /AnalyticsEvent|Firebase|data class/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Gate',
      content:
        'Gates are plain PHP classes without a base class, marked final and readonly. They must have an allows method that returns bool. No static methods, no globals ($_SESSION, $_GET).',
      language: 'php',
    },
    {
      component: 'ExportGate',
      file: 'src/Gate/ExportGate.php',
      code: '<?php\n\nnamespace App\\Gate;\n\nfinal readonly class ExportGate\n{\n    public function __construct(private Plan $plan)\n    {\n    }\n\n    public function allows(User $user): bool\n    {\n        return $this->plan->covers($user);\n    }\n}\n',
    },
    {
      component: 'ImportGate',
      file: 'src/Gate/ImportGate.php',
      code: "<?php\n\nnamespace App\\Gate;\n\nfinal class ImportGate\n{\n    public function allows(): bool\n    {\n        return isset($_SESSION['admin']);\n    }\n}\n",
      about: /SESSION|readonly/,
    },
  ),
];
