// The identifiers that the text of a pattern names and its template shows: what both have, a component must have.
import type { Asked } from './expectations.ts';
import { CALL_END } from './members-named.ts';

const IDENTIFIER =
  /`([A-Za-z_$][\w$.]*)`|(?<![\w.@$])((?:[A-Za-z_$][\w$]*\.)+[A-Za-z_]\w*|[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+|[a-z][a-z\d]*(?:[A-Z][a-z\d]*)+|[a-z][a-z\d]*(?:_[a-z\d]+)+)(?![\w/-])/g;
/** What holds only for some is not asked of all: `every route that returns data goes through requireAuth`. */
export const CONDITIONAL = /\b(?:that|which|whose|when|where|if|unless|outside|except)\b/i;
const FAILING = /\b(?:errors?|failures?|exceptions?|problems?|rejections?)\b/i;

export function namesShown(text: string, template: string): Asked[] {
  if (text === '' || template === '') return [];
  return text
    .replaceAll(CALL_END, '')
    .split(/[,;]\s+/)
    .flatMap((clause) =>
      [...clause.matchAll(IDENTIFIER)]
        .filter(({ index }) => !CONDITIONAL.test(clause.slice(0, index)))
        .map(({ 1: quoted, 2: plain, index }) => ({
          name: (quoted ?? plain ?? '').split('.').at(-1) ?? '',
          before: clause.slice(0, index),
        }))
        .filter(({ name }) => new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).test(template))
        .map(({ name, before }): Asked => ({
          kind: 'dependency',
          name,
          ...(FAILING.test(before) || /(?:Error|Exception)$/.test(name) ? { onFailure: true } : {}),
        })),
    );
}
