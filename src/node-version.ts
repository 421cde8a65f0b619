// Loaded before the rest of the program by any version of Node.js: keep the syntax plain.

/** The oldest supported Node.js, as in package.json. */
const OLDEST = [20, 19];

/** Why the program cannot run on that version of Node.js; null when it can. */
export function nodeVersionProblem(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `Remanence needs Node.js ${OLDEST.join('.')} or newer; this is ${version}.`;
}
