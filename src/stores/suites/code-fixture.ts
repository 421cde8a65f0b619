// Files of code for the suites of a store.
import type { NewFile } from '../../engine/code/ports.ts';
import type { CodeReference } from '../../engine/code/symbols.ts';

/** A file that defines a function of each name, one chunk each, and calls others. */
export function file(path: string, defines: readonly string[], calls: readonly string[] = [], content = 'v1'): NewFile {
  const place = (line: number) => ({ line, startLine: line, endLine: line });
  const call = (name: string): CodeReference => ({
    kind: 'call',
    name,
    qualifier: null,
    receiver: null,
    alias: null,
    line: 1,
    from: 0,
    scope: null,
  });
  return {
    path,
    content,
    bytes: 10,
    parsed: {
      language: 'go',
      lines: defines.length,
      digest: content,
      symbols: defines.map((name, i) => ({
        ...place(i + 1),
        kind: 'function',
        name,
        container: null,
        signature: `func ${name}()`,
        docstring: null,
        parent: null,
        digest: `${name} ${content}`,
        fingerprint: null,
      })),
      references: calls.map(call),
      chunks: defines.map((name, i) => ({
        ...place(i + 1),
        text: `func ${name}() {}`,
        kind: 'function',
        name,
        container: null,
        defines: [name],
        terms: name.toLowerCase(),
        digest: `${path} ${name}`,
      })),
    },
  };
}
