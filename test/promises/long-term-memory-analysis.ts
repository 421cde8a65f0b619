import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/long-term-memory/tools.test.ts');
const analysis = heldBy('src/contracts/long-term-memory/analysis-tools.test.ts');
const example = heldBy('test/example/analysis.test.ts');
const judging = heldBy('test/judging/judging.test.ts');
const consistency = heldBy('src/engine/analysis/consistency/consistency.test.ts');
const judge = heldBy('src/engine/analysis/fix/model-judge.test.ts');
const KEYS = 'answers with every tool what the contract requires';
const JUDGES = 'traces, explains and judges';
const NEAREST = 'an unknown component is answered with the nearest that are known';

export const LONG_TERM_ANALYSIS: Promises = {
  check_consistency: [
    tools(JUDGES, 'Compares a component with its base_pattern, and names the pattern and what deviates.'),
    tools(KEYS, 'Gives component, base_pattern, consistency_score, deviations and recommendations.'),
    shownBy('Each deviation has type, expected, actual and severity; the component has name, type and file_path.'),
    consistency(
      'has what its base class has, and is compared with the most like where none is named',
      'Without a base_pattern the best matching pattern is taken; what a base class has counts.',
    ),
    consistency(
      'differs in class, constructor, methods and names',
      'Class, constructor, methods and names are compared.',
    ),
    example('agree where nothing deviates', 'A component that follows its pattern scores 1.'),
    example('cannot be judged: %s', 'Without indexed code there is no score, and the notes say why.'),
    example(
      'are not compared where there is no pattern, and the answer says what to add',
      'Without a pattern there is no score, and the answer says what to add.',
    ),
    judging(
      'judges %s as a reader would, and says what cannot be judged',
      'Templates with placeholders, async, decorators, calls, imports and error handling are judged as a reader would.',
    ),
    shownBy('An unknown component is NF_NOT_FOUND.'),
  ],
  validate_fix: [
    tools(
      JUDGES,
      'Scores a fix against designs and requirements of the component: what keeps to them high, what breaks them clearly lower.',
      'A concern names the requirement that is broken.',
    ),
    tools(KEYS, 'Gives alignment_score, design_context, concerns and recommendations.'),
    shownBy(
      'design_context has requirements, design_documents and patterns; a concern has type, message, severity and related_requirement.',
      'An empty fix is refused.',
    ),
    judging(
      'judges %s as a reader would, and never the other way round',
      'Diffs, numbers with their bounds, "instead of", "never" and "only" are read as a reader would.',
    ),
    judging(
      'scores below one half exactly where the fix contradicts',
      'The score is below 0.5 exactly where it contradicts.',
    ),
    analysis(
      'understands “%s” as people do: “%s” is %s',
      'What a rule says is never done, or not done, is what a fix must not do.',
    ),
    example(
      'for an affected file binds the fix as the rules of the component do',
      'The rules of what lies in affected_files count, too.',
    ),
    example('beyond the files of the component is a mild concern', 'A file beyond the component is a mild concern.'),
    example(
      'that nobody has a rule for neither agrees nor contradicts',
      'A fix that no rule is about neither agrees nor contradicts.',
    ),
    judge(
      'a configured language model judges what the rules cannot read, and the answer says so',
      'Where a language model is configured it judges, and the answer says who judged.',
    ),
    judge(
      'it cannot talk a plain break away, and the answer says that the rules judged',
      'It cannot talk away what the rules plainly forbid.',
    ),
    example(NEAREST, 'An unknown component is NF_NOT_FOUND, with the nearest that are known.'),
  ],
  get_design_context: [
    tools(JUDGES, 'Gives the requirements, designs, patterns, dependencies and dependents of a component.'),
    shownBy(
      'A requirement has requirement_id, title and status, a design title, type and excerpt, a pattern name and usage_context.',
    ),
    example(
      'holds what it has to keep to, what it needs and who needs it',
      'The graph says what it needs and who needs it.',
    ),
    example('holds its code when asked', 'include_code gives what its code defines; it is false when left out.'),
    analysis('reads the code of a component that is a folder', 'A component may be a folder.'),
    analysis(
      'gives the reason for each decision, from the metadata or the text',
      'The reason of each decision comes with it.',
    ),
    analysis(
      'includes designs for the whole project, but not those of another component',
      'Designs for the whole project are in it, those of other components are not.',
    ),
    analysis('includes past incidents of the component', 'Past incidents of the component are in it.'),
    tools('reports when a list is cut', 'A list that is cut says so.'),
    example('names the pattern that it follows', 'The pattern that it follows is named.'),
    example(NEAREST, 'An unknown component is NF_NOT_FOUND, with the nearest that are known.'),
  ],
  trace_requirements: [
    tools(
      JUDGES,
      'Gives the requirement, what implements it, tests with their status, and coverage from 0 to 1.',
      'An unknown requirement is NF_NOT_FOUND.',
    ),
    shownBy('An implementation has component_id, name, file_path and completeness; a test has test_name and status.'),
    example(
      'is traced to what implements, designs and tests it, and to what is missing',
      'Coverage of implementation is the share of implementing components that exist, of testing that of tests that passed.',
    ),
    example('that nobody has begun has nothing to show', 'Where there is none, coverage is 0.'),
    analysis("does not count another requirement's test", 'The test of another requirement does not count.'),
    analysis('does not count a failed test as coverage', 'A failed test is no coverage.'),
    example('is meant by its id, its memory id in any spelling, and its title', 'Its id, memory_id or title names it.'),
    example('is found in the code that names it', 'Code that names the requirement is shown.'),
  ],
};
