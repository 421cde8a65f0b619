// Copies edited afterwards: a log line, a guard at the start, a reworded message.
import type { Node } from 'web-tree-sitter';
import { type Edit, leavesOf, type Original, pick, type Random } from './original.ts';

const LOG: Record<string, string> = {
  python: 'logger.debug("still here")',
  javascript: "console.debug('still here');",
  typescript: "console.debug('still here');",
  tsx: "console.debug('still here');",
  go: 'log.Println("still here")',
  java: 'logger.fine("still here");',
  rust: 'log::debug!("still here");',
  c: 'printf("still here\\n");',
  cpp: 'std::cerr << "still here" << std::endl;',
  csharp: 'Console.WriteLine("still here");',
  php: "error_log('still here');",
  ruby: "warn 'still here'",
  kotlin: 'println("still here")',
  bash: 'echo "still here" >&2',
  swift: 'print("still here")',
  scala: 'println("still here")',
};
const GUARD: Record<string, string> = {
  python: 'if not ready:\n{i}    return None',
  javascript: 'if (!ready) return;',
  typescript: 'if (!ready) return;',
  tsx: 'if (!ready) return;',
  go: 'if !ready {\n{i}\treturn\n{i}}',
  java: 'if (!ready) throw new IllegalStateException();',
  rust: 'if !ready { panic!(); }',
  c: 'if (!ready) abort();',
  cpp: 'if (!ready) abort();',
  csharp: 'if (!ready) throw new InvalidOperationException();',
  php: 'if (!$ready) { throw new LogicException(); }',
  ruby: 'raise ArgumentError unless ready',
  kotlin: 'check(ready)',
  bash: '[ -n "$READY" ] || return 1',
  swift: 'guard ready else { fatalError() }',
  scala: 'require(ready)',
};
const BODY = /^(?:block|statement_block|compound_statement|body_statement|statements|constructor_body|indented_block)$/;

/** One of the three, or two. */
export function edited(original: Original, random: Random): Edit[] {
  const edits: Edit[] = [];
  const statements = statementsOf(original);
  const [first, ...rest] = statements;
  const log = pick(rest, random);
  const roll = random();
  if (log && roll < 0.7) edits.push(...line(original, log, LOG[original.language]));
  if (first && roll > 0.5) edits.push(...line(original, first, GUARD[original.language]));
  if (random() < 0.4) edits.push(...otherMessage(original));
  return edits;
}

function statementsOf({ node, nameStart, end }: Original): Node[] {
  let body: Node | null = null;
  const visit = (each: Node): void => {
    if (body || each.endIndex <= nameStart || each.startIndex >= end) return;
    if (BODY.test(each.type) && each.startIndex > nameStart && each.endIndex <= end) body = each;
    else for (const child of each.namedChildren) visit(child);
  };
  visit(node);
  const found: Node | null = body;
  if (found === null) return [];
  return (found as Node).namedChildren.filter(({ type }) => !type.endsWith('comment'));
}

function line({ text }: Original, { startIndex, startPosition }: Node, put: string | undefined): Edit[] {
  const start = startIndex - startPosition.column;
  const indentation = text.slice(start, startIndex);
  if (put === undefined || indentation.trim() !== '') return [];
  return [{ start, end: start, text: `${indentation}${put.replaceAll('{i}', indentation)}\n` }];
}

/** A string of several words is a message for people. */
function otherMessage(original: Original): Edit[] {
  const message = leavesOf(original).find(
    ({ node, text }) =>
      /string|fragment|content/.test(node.type) &&
      /^["']?[A-Z]?[a-z]+ [a-z]+ [a-z ]+/.test(text) &&
      node.startIndex > original.nameStart,
  );
  if (!message) return [];
  const { startIndex: start, endIndex: end } = message.node;
  return [{ start, end, text: message.text.replace(/[a-z]+ [a-z]+/, 'something else') }];
}
