/** Contents of `.remanence.json`, and whether they allow recalling and capturing. */
export const SETTINGS: readonly (readonly [text: string, recalls: boolean, captures: boolean])[] = [
  ['{}', true, true],
  ['{"memory": "on"}', true, true],
  ['{"Memory": "Yes", "more": 1}', true, true],
  ['{"memory": true}', true, true],
  ['{"memory": "recall"}', true, false],
  ['{"MEMORY": "Recall"}', true, false],
  ...['off', 'Off', ' OFF ', 'none', 'No', 'false', 'never', 'Disabled'].map(
    (word) => [`{"memory": "${word}"}`, false, false] as const,
  ),
  ['{"Memory": "off"}', false, false],
  ['{"memory": false}', false, false],
  ['{"memory": "on", "Memory": "off"}', false, false],
];

export const MISUNDERSTOOD = [
  '{"memory": off',
  '{"memory": "offf"}',
  '{"memory": null}',
  '{"memory": 0}',
  '{"memory": {"stop": "off"}}',
  '{"memroy": "off"}',
  '"off"',
  '[]',
  '',
] as const;
