// More patterns written as notes and lists, with components that follow each and that do not; to work with.
import type { ComponentCase } from './case.ts';
import { ofOnePattern } from './of-one-pattern.ts';

export const LAST_NOTES: readonly ComponentCase[] = [
  ...ofOnePattern(
    {
      name: 'Worker',
      content:
        'Workers extend CoroutineWorker, override doWork and return Result.success(), Result.retry() or Result.failure(). Inject with @HiltWorker and @AssistedInject. runBlocking is forbidden. Exceptions must not escape doWork.',
      template: `@HiltWorker
class {Name}Worker @AssistedInject constructor(
    @Assisted context: Context,
    @Assisted params: WorkerParameters,
    private val repository: {Name}Repository,
) : CoroutineWorker(context, params) {
    override suspend fun doWork(): Result = try {
        repository.sync()
        Result.success()
    } catch (e: IOException) {
        Result.retry()
    }
}
`,
      language: 'kotlin',
    },
    {
      component: 'UploadWorker',
      file: 'app/src/main/java/photos/UploadWorker.kt',
      code: `package photos

@HiltWorker
class UploadWorker @AssistedInject constructor(
    @Assisted context: Context,
    @Assisted params: WorkerParameters,
    private val photos: PhotoRepository,
) : CoroutineWorker(context, params) {
    override suspend fun doWork(): Result = try {
        photos.uploadPending()
        Result.success()
    } catch (e: IOException) {
        Result.retry()
    }
}
`,
    },
    {
      component: 'CleanupWorker',
      file: 'app/src/main/java/photos/CleanupWorker.kt',
      code: `package photos

class CleanupWorker(context: Context, params: WorkerParameters) : Worker(context, params) {
    override fun doWork(): Result {
        runBlocking { PhotoDatabase.get(applicationContext).photos().deleteOld() }
        return Result.success()
    }
}
`,
      about: /CoroutineWorker|runBlocking|HiltWorker/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'Parser combinator',
      content:
        'A parser is a free function fn parse_xxx(input: &str) -> IResult<&str, T>. Allocation is avoided: to_string() and String::from have no place in a parser. unsafe is forbidden. All parsers are pub(crate).',
      language: 'rust',
    },
    {
      component: 'parse_header',
      file: 'src/parse/header.rs',
      code: `use nom::bytes::complete::{tag, take_until};
use nom::IResult;

pub(crate) fn parse_header(input: &str) -> IResult<&str, Header<'_>> {
    let (input, name) = take_until(": ")(input)?;
    let (input, _) = tag(": ")(input)?;
    let (input, value) = take_until("\\n")(input)?;
    Ok((input, Header { name, value }))
}
`,
    },
    {
      component: 'parse_version',
      file: 'src/parse/version.rs',
      code: `pub(crate) fn parse_version(input: &str) -> Option<String> {
    let version = input.split('/').nth(1)?;
    Some(version.trim().to_string())
}
`,
      about: /to_string|IResult/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'View component',
      content:
        'Blade components are classes in App\\View\\Components that extend Component and have a render() method returning View. Constructor arguments are public and typed. Facades are not used in components, nor is the auth() helper.',
      language: 'php',
    },
    {
      component: 'Badge',
      file: 'app/View/Components/Badge.php',
      code: `<?php

namespace App\\View\\Components;

use Illuminate\\Contracts\\View\\View;
use Illuminate\\View\\Component;

class Badge extends Component
{
    public function __construct(public string $label, public string $tone = 'info')
    {
    }

    public function render(): View
    {
        return view('components.badge');
    }
}
`,
    },
    {
      component: 'UserMenu',
      file: 'app/View/Components/UserMenu.php',
      code: `<?php

namespace App\\View\\Components;

use Illuminate\\Contracts\\View\\View;
use Illuminate\\View\\Component;

class UserMenu extends Component
{
    public function render(): View
    {
        return view('components.user-menu', ['user' => auth()->user()]);
    }
}
`,
      about: /auth/,
    },
  ),
  ...ofOnePattern(
    {
      name: 'SwiftUI view',
      content:
        'Views are structs named with the suffix View, keep body short and get their model as @ObservedObject or @Bindable. No networking in views: URLSession must not be used. Colours come from Theme, never from literals. AnyView is discouraged.',
      template: `struct {Name}View: View {
    @ObservedObject var model: {Name}ViewModel

    var body: some View {
        Text(model.title).foregroundStyle(Theme.text)
    }
}
`,
      language: 'swift',
    },
    {
      component: 'ScoreView',
      file: 'Sources/UI/ScoreView.swift',
      code: `import SwiftUI

struct ScoreView: View {
    @ObservedObject var model: ScoreViewModel

    var body: some View {
        VStack {
            Text(model.home).foregroundStyle(Theme.text)
            Text(model.away).foregroundStyle(Theme.text)
        }
    }
}
`,
    },
    {
      component: 'LineupView',
      file: 'Sources/UI/LineupView.swift',
      code: `import SwiftUI

struct LineupView: View {
    @ObservedObject var model: LineupViewModel

    var body: some View {
        List(model.players) { AnyView(Text($0.name).foregroundStyle(Theme.text)) }
            .task { _ = try? await URLSession.shared.data(from: model.url) }
    }
}
`,
      about: /URLSession|AnyView/,
    },
  ),
  {
    name: 'a pattern about the team cannot be judged',
    pattern: { name: 'Ownership', content: 'Every module has an owner who answers questions about it within a day.' },
    follows: true,
    component: 'Ledger',
    file: 'ledger/ledger.py',
    code: { 'ledger/ledger.py': 'class Ledger:\n    def total(self):\n        return 0\n' },
    verdict: 'cannot be judged',
  },
  {
    name: 'a class that no pattern covers cannot be judged',
    component: 'Dice',
    file: 'game/Dice.kt',
    code: {
      'game/Dice.kt': 'package game\n\nclass Dice(private val sides: Int) {\n    fun roll() = (1..sides).random()\n}\n',
    },
    verdict: 'cannot be judged',
  },
  {
    name: 'a component whose code was never indexed cannot be judged',
    pattern: { name: 'Job', content: 'Jobs inherit from ApplicationJob.', language: 'ruby' },
    follows: true,
    component: 'SweepJob',
    file: 'app/jobs/sweep_job.rb',
    code: {},
    verdict: 'cannot be judged',
  },
];
