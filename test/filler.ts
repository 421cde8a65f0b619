/** Text that is long in an answer but cheap for the model, which reads a very long word as one token. */
export const filler = (characters: number): string => `${'x'.repeat(199)} `.repeat(Math.ceil(characters / 200));

/** Minutes of several passages, of which one says who orders the nets. */
export const MINUTES = [
  'Minutes of the harbour board',
  ...['cranes', 'pilots', 'ice', 'lamps', 'ropes', 'fuel'].map(report),
  'The eel farm: Thandiwe orders the nets before the end of March and pays them from the reserve.',
  ...['roofs', 'paint', 'radio', 'docks'].map(report),
].join('\n\n');

function report(topic: string): string {
  return Array.from({ length: 12 }, (_, i) => `Point ${i}: the board heard the report on ${topic}.`).join(' ');
}
