// The identifiers that the text of a pattern names. A component must have those that the template shows as well, and
// those that the text says of the component itself.
import type { Asked } from './expectations.ts';
import { CALL_END } from './kept-whole.ts';

const IDENTIFIER =
  /`([A-Za-z_$][\w$.]*)`|(?<![\w.@$#[])((?:[A-Za-z_$][\w$]*\.)+[A-Za-z_]\w*|[A-Z][a-z\d]+(?:[A-Z][a-z\d]*)+|[a-z][a-z\d]*(?:[A-Z][a-z\d]*)+|[a-z][a-z\d]*(?:_[a-z\d]+)+)(?![\w/<-])/g;
/** What holds only for some is not asked of all: `every route that returns data goes through requireAuth`. */
export const CONDITIONAL = /\b(?:that|which|whose|when|where|if|unless|outside|except)\b/i;
const FAILING = /\b(?:errors?|failures?|exceptions?|problems?|rejections?)\b/i;
/** Before what it works with; elsewhere an identifier may be an example or a kind of thing. */
const WITH =
  /\b(?:with|through|via|by|in|using|uses?|calls?|to|from|holds?|keeps?|owns?|embeds?|ha(?:s|ve))\s+(?:(?:the|an?|its|injected|shared)\s+|[\w$.]+(?:,\s+|\s+and\s+))*`?$/i;

/** `registered in AppModule` is done elsewhere. */
const ELSEWHERE =
  /\b(?:registered|listed|declared|documented|configured|wired|bound|mounted|added|exported|defined|imported|called|used|created|provided)\s+(?:up\s+)?(?:in|to|from|by|into)\s+(?:the\s+|an?\s+|its\s+)*`?$/i;

/** Of the component itself, or of things that it may lack. */
export function namesShown(text: string, template: string, ofItself: boolean): Asked[] {
  if (text === '') return [];
  return text
    .replaceAll(CALL_END, '')
    .split(/[,;]\s+(?!and\b|[\w.]+\s+and\b)/)
    .flatMap((clause) =>
      [...clause.matchAll(IDENTIFIER)].flatMap(({ 1: quoted, 2: plain, index }): Asked[] => {
        const before = clause.slice(0, index);
        const name = (quoted ?? plain ?? '').split('.').at(-1) ?? '';
        const isMeant = isIn(template, name) || (ofItself && WITH.test(before) && !/\bor\b/.test(clause));
        if (!isMeant || CONDITIONAL.test(before) || ELSEWHERE.test(before)) return [];
        const onFailure = FAILING.test(before) || /(?:Error|Exception)$/.test(name);
        return [{ kind: 'dependency', name, ...(onFailure ? { onFailure } : {}) }];
      }),
    );
}

const isIn = (template: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).test(template);
