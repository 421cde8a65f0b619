// Colours of a drawing, read from the stylesheet so that they follow dark and light.

const BY_LABEL: Readonly<Record<string, string>> = {
  memory: '--accent',
  entity: '--graph',
  file: '--words',
  function: '--meaning',
  method: '--meaning',
  class: '--meaning',
  symbol: '--meaning',
  project: '--good',
  component: '--words',
  design: '--meaning',
  requirement: '--bad',
  test: '--good',
};
const OTHERS = ['--warn', '--good', '--words', '--meaning', '--graph'];

/** A variable of the stylesheet as a colour that a canvas understands. */
export function colour(variable: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The variable for nodes with this label; always the same for a label. */
export function variableOf(label: string): string {
  const known = BY_LABEL[label.toLowerCase()];
  if (known) return known;
  const sum = [...label].reduce((all, character) => all + (character.codePointAt(0) ?? 0), 0);
  return OTHERS[sum % OTHERS.length] ?? '--muted';
}
