// The eight types of project memory, and everything in which they differ.
import * as z from 'zod';
import { EDGE, type EdgeType, type MemoryKind, type MemoryType } from '../model.ts';

/** The label of a memory in the graph; every memory also has the label `Memory`. */
export const TRACE_LABELS = ['Requirement', 'Design', 'Pattern', 'Component', 'Function', 'Test', 'Memory'] as const;
export type TraceLabel = (typeof TRACE_LABELS)[number];

/** An edge from one memory to another. */
export interface DeclaredEdge {
  readonly edge: EdgeType;
  readonly other: TraceLabel;
  /** The edge starts at the other end. */
  readonly reversed?: true;
}

interface ProjectType {
  /** All fields are optional and others are allowed; a field listed here must have its type or one of its values. */
  readonly schema: z.ZodObject;
  readonly label: TraceLabel;
  /** The name of the type in texts. */
  readonly noun: string;
  /** The kind under which other profiles see it. */
  readonly kind: MemoryKind;
  /** The initial importance, from 0 to 10. */
  readonly importance: number;
  /** The metadata fields that name it. */
  readonly calledBy: readonly string[];
  /** What the text starts with if the metadata gives no name: the name, or an id and a title. */
  readonly opensWith?: 'name' | 'title';
  /** The field that names a symbol in the code. */
  readonly symbol?: string;
  /** The metadata fields that declare edges. */
  readonly tells: Readonly<Record<string, DeclaredEdge>>;
  /** The edges implied by an id in its text, such as `REQ-AUTH-1` or `ADR-7`. */
  readonly implies: readonly DeclaredEdge[];
}

const text = z.string();
const names = z.array(z.string());

/** Accepts any letter case; stores the spelling given here. */
const oneOf = <const T extends readonly [string, ...string[]]>(...values: T) =>
  z.preprocess(
    (given) =>
      (typeof given === 'string' && values.find((value) => value.toLowerCase() === given.trim().toLowerCase())) ||
      given,
    z.enum(values),
  );

const IMPLEMENTS: DeclaredEdge = { edge: EDGE.IMPLEMENTS_REQ, other: 'Requirement' };
const FOLLOWS: DeclaredEdge = { edge: EDGE.FOLLOWS_DESIGN, other: 'Design' };
const TESTS: DeclaredEdge = { edge: EDGE.TESTS, other: 'Requirement' };

export const PROJECT_TYPES: Readonly<Record<MemoryType, ProjectType>> = {
  requirements: {
    schema: z.looseObject({
      requirement_id: text.optional(),
      title: text.optional(),
      description: text.optional(),
      priority: oneOf('Critical', 'High', 'Medium', 'Low').optional(),
      status: oneOf('Draft', 'Approved', 'Implemented', 'Verified').optional(),
      source_document: text.optional(),
      implementing_components: names.optional(),
    }),
    label: 'Requirement',
    noun: 'requirement',
    kind: 'semantic',
    importance: 8,
    calledBy: ['requirement_id', 'title'],
    opensWith: 'title',
    tells: {
      implementing_components: { edge: EDGE.IMPLEMENTS_REQ, other: 'Component', reversed: true },
      depends_on: { edge: EDGE.DEPENDS_ON, other: 'Requirement' },
    },
    implies: [],
  },
  design: {
    schema: z.looseObject({
      design_type: oneOf('ADR', 'Specification', 'Architecture', 'Interface').optional(),
      title: text.optional(),
      decision: text.optional(),
      rationale: text.optional(),
      consequences: z.union([text, names]).optional(),
      related_requirements: names.optional(),
      affected_components: names.optional(),
      status: oneOf('Proposed', 'Accepted', 'Deprecated', 'Superseded').optional(),
    }),
    label: 'Design',
    noun: 'design',
    kind: 'semantic',
    importance: 7,
    calledBy: ['design_id', 'adr_id', 'id', 'title'],
    opensWith: 'title',
    tells: {
      related_requirements: IMPLEMENTS,
      affected_components: { edge: EDGE.FOLLOWS_DESIGN, other: 'Component', reversed: true },
      supersedes: { edge: EDGE.SUPERSEDES, other: 'Design' },
    },
    implies: [IMPLEMENTS],
  },
  code_pattern: {
    schema: z.looseObject({
      pattern_name: text.optional(),
      pattern_type: oneOf('Template', 'Convention', 'Idiom', 'Architecture').optional(),
      language: text.optional(),
      code_template: text.optional(),
      usage_context: text.optional(),
      applicable_components: names.optional(),
    }),
    label: 'Pattern',
    noun: 'pattern',
    kind: 'procedural',
    importance: 6,
    calledBy: ['pattern_id', 'pattern_name'],
    opensWith: 'name',
    tells: { applicable_components: { edge: EDGE.USES_PATTERN, other: 'Component', reversed: true } },
    implies: [],
  },
  component: {
    schema: z.looseObject({
      component_id: text.optional(),
      component_type: oneOf('Frontend', 'Backend', 'Agent', 'Library', 'Service', 'Database').optional(),
      name: text.optional(),
      file_path: text.optional(),
      dependencies: names.optional(),
      dependents: names.optional(),
      base_pattern: text.optional(),
    }),
    label: 'Component',
    noun: 'component',
    kind: 'semantic',
    importance: 5,
    calledBy: ['component_id', 'name'],
    opensWith: 'name',
    symbol: 'name',
    tells: {
      dependencies: { edge: EDGE.DEPENDS_ON, other: 'Component' },
      dependents: { edge: EDGE.DEPENDS_ON, other: 'Component', reversed: true },
      base_pattern: { edge: EDGE.USES_PATTERN, other: 'Pattern' },
      related_requirements: IMPLEMENTS,
      requirements: IMPLEMENTS,
      designs: FOLLOWS,
    },
    implies: [IMPLEMENTS, FOLLOWS],
  },
  function: {
    schema: z.looseObject({
      function_id: text.optional(),
      name: text.optional(),
      signature: text.optional(),
      file_path: text.optional(),
      start_line: z.number().optional(),
      end_line: z.number().optional(),
      language: text.optional(),
      docstring: text.optional(),
      containing_class: text.optional(),
    }),
    label: 'Function',
    noun: 'function',
    kind: 'semantic',
    importance: 4,
    calledBy: ['function_id', 'name'],
    opensWith: 'name',
    symbol: 'name',
    tells: {
      component: { edge: EDGE.CONTAINS, other: 'Component', reversed: true },
      related_requirements: IMPLEMENTS,
    },
    implies: [IMPLEMENTS],
  },
  test_history: {
    schema: z.looseObject({
      test_name: text.optional(),
      test_file: text.optional(),
      status: oneOf('Passed', 'Failed', 'Skipped', 'Error').optional(),
      affected_component: text.optional(),
      related_requirements: names.optional(),
    }),
    label: 'Test',
    noun: 'test',
    kind: 'episodic',
    importance: 3,
    calledBy: ['test_id', 'test_name'],
    opensWith: 'name',
    symbol: 'test_name',
    tells: { affected_component: { edge: EDGE.TESTS, other: 'Component' }, related_requirements: TESTS },
    implies: [TESTS],
  },
  session: {
    schema: z.looseObject({
      session_id: text.optional(),
      summary: text.optional(),
      key_decisions: names.optional(),
      components_modified: names.optional(),
    }),
    label: 'Memory',
    noun: 'session',
    kind: 'episodic',
    importance: 4,
    calledBy: [],
    tells: { components_modified: { edge: EDGE.MENTIONS, other: 'Component' } },
    implies: [],
  },
  user_preference: {
    schema: z.looseObject({ category: text.optional(), key: text.optional(), scope: text.optional() }),
    label: 'Memory',
    noun: 'user_preference',
    kind: 'semantic',
    importance: 5,
    calledBy: [],
    tells: {},
    implies: [],
  },
};

export const traceLabel = (type: MemoryType | null): TraceLabel =>
  type === null ? 'Memory' : PROJECT_TYPES[type].label;
