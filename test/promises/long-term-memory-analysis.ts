import { heldBy, type Promises, shownBy } from './promise.ts';

const tools = heldBy('src/contracts/long-term-memory/tools.test.ts');
const analysis = heldBy('src/contracts/long-term-memory/analysis-tools.test.ts');
const example = heldBy('test/example/analysis.test.ts');
const judging = heldBy('test/judging/judging.test.ts');
const consistency = heldBy('src/engine/analysis/consistency/consistency.test.ts');
const judge = heldBy('src/engine/analysis/fix/model-judge.test.ts');
const KEYS = 'answers with every tool what the contract requires';
const JUDGES = 'traces, explains and judges';
const NEAREST = 'an unknown component is answered with the nearest known ones';

export const LONG_TERM_ANALYSIS: Promises = {
  check_consistency: [
    tools(JUDGES, 'Compares a component with its base_pattern, and names the pattern and the deviations.'),
    tools(KEYS, 'Returns component, base_pattern, consistency_score, deviations and recommendations.'),
    shownBy('Each deviation has type, expected, actual and severity; the component has name, type and file_path.'),
    consistency(
      'has the methods of its base class, and is compared with the most similar pattern if it names none',
      'Without a base_pattern the best matching pattern is used; members of a base class count.',
    ),
    consistency(
      'deviates in base class, name, constructor and methods',
      'Class, constructor, methods and names are compared.',
    ),
    example('agree if nothing deviates', 'A component that follows its pattern scores 1.'),
    example('cannot be judged: %s', 'Without indexed code there is no score, and the notes say why.'),
    example(
      'are not compared without a pattern, and the answer says what to add',
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
      "Scores a fix against the component's designs and requirements: high if it keeps them, clearly lower if it breaks them.",
      'A concern names the broken requirement.',
    ),
    tools(KEYS, 'Returns alignment_score, design_context, concerns and recommendations.'),
    shownBy(
      'design_context has requirements, design_documents and patterns; a concern has type, message, severity and related_requirement.',
      'An empty fix is refused.',
    ),
    judging(
      'judges %s as a reader would, and never the opposite',
      'Diffs, numbers with their bounds, "instead of", "never" and "only" are understood as a reader would.',
    ),
    judging(
      'scores below one half exactly if the fix contradicts',
      'The score is below 0.5 exactly if a rule is recognised as contradicted.',
    ),
    analysis(
      'understands “%s” as people do: “%s” is %s',
      'A fix must not do what a rule says is never done or not done.',
    ),
    example(
      "about an affected file bind the fix like the component's rules",
      'Rules about the affected_files count too.',
    ),
    example("outside the component's files is a mild concern", 'A file outside the component is a mild concern.'),
    example(
      'without an applicable rule neither agrees nor contradicts',
      'A fix that no rule covers neither agrees nor contradicts.',
    ),
    judge(
      'a configured language model judges what the rule-based check cannot, and the answer says so',
      'If a language model is configured, it judges, and the answer says who judged.',
    ),
    judge(
      'the model cannot overrule a clear violation, and the answer says that the rules judged',
      'It cannot clear what the rules plainly forbid.',
    ),
    example(NEAREST, 'An unknown component is NF_NOT_FOUND, with the nearest known ones.'),
  ],
  get_design_context: [
    tools(JUDGES, 'Returns the requirements, designs, patterns, dependencies and dependents of a component.'),
    shownBy(
      'A requirement has requirement_id, title and status, a design title, type and excerpt, a pattern name and usage_context.',
    ),
    example(
      'lists its rules, its dependencies and its dependants',
      'Its dependencies and dependents come from the graph.',
    ),
    example('includes its code on request', 'include_code returns what its code defines; it is false by default.'),
    analysis('reads the code of a component that is a folder', 'A component may be a folder.'),
    analysis(
      'gives the reason for each decision, from the metadata or the text',
      'Each decision comes with its reason.',
    ),
    analysis(
      'includes designs for the whole project, but not those of another component',
      'It includes designs for the whole project, but not those of other components.',
    ),
    analysis('includes past incidents of the component', 'It includes past incidents of the component.'),
    tools('reports when a list is cut', 'A list that is cut says so.'),
    example('names its pattern', 'It names the pattern that the component follows.'),
    example(NEAREST, 'An unknown component is NF_NOT_FOUND, with the nearest known ones.'),
  ],
  trace_requirements: [
    tools(
      JUDGES,
      'Returns the requirement, its implementations, tests with their status, and coverage from 0 to 1.',
      'An unknown requirement is NF_NOT_FOUND.',
    ),
    shownBy('An implementation has component_id, name, file_path and completeness; a test has test_name and status.'),
    example(
      'is traced to what implements, designs and tests it, and to what is missing',
      'Implementation coverage is the share of implementing components that exist, test coverage the share of tests that passed.',
    ),
    example('that is not started has no progress', 'Without implementations and tests, coverage is 0.'),
    analysis("does not count another requirement's test", 'The test of another requirement does not count.'),
    analysis('does not count a failed test as coverage', 'A failed test does not count as coverage.'),
    example(
      'is found by its id, its memory id in any spelling, and its title',
      'It can be given by id, memory_id or title.',
    ),
    example('is found in the code that names it', 'Code that names the requirement is shown.'),
    analysis(
      'lists the code of each component, in which no line need name the requirement',
      'So is the code of its components: their class or function, or else their file.',
    ),
  ],
};
