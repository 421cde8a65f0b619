// More patterns in the voices of many teams, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const LAST_TEAMS_WORKED: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Thin controller',
      content:
        'Controllers stay thin. They extend Controller, get the action class injected, take a FormRequest for input and return a JsonResponse. No Eloquent queries and no DB facade in controllers, env() is only read in config files.',
      language: 'php',
    },
    {
      component: 'PublishCourseController',
      file: 'app/Http/Controllers/PublishCourseController.php',
      code: `<?php

namespace App\\Http\\Controllers;

use App\\Actions\\PublishCourse;
use App\\Http\\Requests\\PublishCourseRequest;
use Illuminate\\Http\\JsonResponse;

class PublishCourseController extends Controller
{
    public function __construct(private PublishCourse $publish)
    {
    }

    public function __invoke(PublishCourseRequest $request): JsonResponse
    {
        $course = $this->publish->execute($request->validated());

        return response()->json($course);
    }
}
`,
    },
    {
      component: 'ListCoursesController',
      file: 'app/Http/Controllers/ListCoursesController.php',
      code: `<?php

namespace App\\Http\\Controllers;

use Illuminate\\Http\\JsonResponse;
use Illuminate\\Support\\Facades\\DB;

class ListCoursesController extends Controller
{
    public function __invoke(): JsonResponse
    {
        $courses = DB::table('courses')->where('published', true)->get();

        return response()->json($courses);
    }
}
`,
      about: /DB|Eloquent|quer/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Observable view model',
      content:
        'View models are marked @MainActor, are final and conform to ObservableObject. State is @Published private(set). Every dependency arrives through init. Singletons are off limits: .shared must not appear in a view model.',
      template: `@MainActor
final class {Name}ViewModel: ObservableObject {
    @Published private(set) var state: State = .idle
    private let service: {Name}Servicing

    init(service: {Name}Servicing) {
        self.service = service
    }

    func load() async {
        state = .loading
    }
}
`,
      language: 'swift',
    },
    {
      component: 'TimetableViewModel',
      file: 'Sources/Timetable/TimetableViewModel.swift',
      code: `import Combine

@MainActor
final class TimetableViewModel: ObservableObject {
    @Published private(set) var rows: [Row] = []
    private let service: TimetableServicing

    init(service: TimetableServicing) {
        self.service = service
    }

    func refresh(for stop: Stop) async {
        rows = (try? await service.rows(at: stop)) ?? []
    }
}
`,
    },
    {
      component: 'TicketsViewModel',
      file: 'Sources/Tickets/TicketsViewModel.swift',
      code: `import Combine

@MainActor
final class TicketsViewModel: ObservableObject {
    @Published private(set) var tickets: [Ticket] = []

    func load() async {
        tickets = (try? await TicketService.shared.all()) ?? []
    }
}
`,
      about: /shared|init|service/i,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Cron module',
      content:
        'A cron module exports schedule, a cron string, and run, an async function. All work of a run is wrapped in withLock so that two pods never do it twice. Use logger.child for the log; console is not used in the backend.',
      template: `const { withLock } = require('../lib/lock');
const logger = require('../lib/logger').child({ job: '{name}' });

exports.schedule = '0 * * * *';

exports.run = async () => {
  await withLock('{name}', async () => {
    logger.info('done');
  });
};
`,
      language: 'javascript',
    },
    {
      component: 'expireTrials',
      file: 'jobs/expireTrials.js',
      code: `const { withLock } = require('../lib/lock');
const trials = require('../lib/trials');
const logger = require('../lib/logger').child({ job: 'expireTrials' });

exports.schedule = '15 3 * * *';

exports.run = async () => {
  await withLock('expireTrials', async () => {
    const count = await trials.expire(new Date());
    logger.info({ count }, 'trials expired');
  });
};
`,
    },
    {
      component: 'rollupStats',
      file: 'jobs/rollupStats.js',
      code: `const stats = require('../lib/stats');

exports.schedule = '0 * * * *';

exports.run = async () => {
  const rows = await stats.rollup();
  console.warn('rolled up', rows);
};
`,
      about: /withLock|console/,
    },
  ),
  {
    name: 'a pattern about speed and reviews cannot be judged',
    pattern: {
      name: 'Screen quality',
      content: 'A screen should be usable within a second on a slow phone, and somebody from design has looked at it.',
    },
    follows: true,
    component: 'CheckoutScreen',
    file: 'app/CheckoutScreen.kt',
    code: {
      'app/CheckoutScreen.kt':
        'package app\n\nclass CheckoutScreen(private val cart: Cart) {\n    fun show() = cart.items.forEach { it.draw() }\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'a component without a pattern cannot be judged',
    component: 'RingBuffer',
    file: 'src/ring_buffer.rs',
    code: {
      'src/ring_buffer.rs':
        'pub struct RingBuffer {\n    bytes: Vec<u8>,\n}\n\nimpl RingBuffer {\n    pub fn len(&self) -> usize {\n        self.bytes.len()\n    }\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'a component whose file is not indexed cannot be judged',
    pattern: {
      name: 'Repository',
      content: 'Repositories extend BaseRepository and never open a connection themselves.',
      language: 'python',
    },
    follows: true,
    component: 'TollRepository',
    file: 'roads/toll_repository.py',
    code: { 'roads/rates.py': 'def rate(axles):\n    return 2 * axles\n' },
    verdict: 'cannot be judged',
  },
];
