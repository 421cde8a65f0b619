// What users must never see.

const STACK = /^\s+at .+[:(].+:\d+/m;

/** Raw stack traces, and commands that had to be killed because they did not end. */
export function roughness(who: string, said: { stderr: string; stdout?: string; isLate?: boolean }): string[] {
  const told = `${said.stdout ?? ''}${said.stderr}`;
  return [
    ...(said.isLate ? [`${who} never ends`] : []),
    ...(STACK.test(told) || /Uncaught|unhandled/i.test(told)
      ? [`${who} shows a raw stack: ${told.slice(0, 600)}`]
      : []),
  ];
}
