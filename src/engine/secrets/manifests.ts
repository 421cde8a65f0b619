// All entries under `data:` of a Kubernetes Secret, whatever their names are.
import type { Span } from './assignments.ts';
import { isHarmless } from './values.ts';

/** This much of a value decides what it is. */
const JUDGED = 80;

/** Nearly all texts have none, which this finds out sooner. */
const SECRET = /secret/i;
const KIND = /(?:^[ \t]{0,40}|[{,]\s{0,40})["']?kind["']?:\s{0,4}["']?secret["']?(?=[\s,}]|$)/im;
const DATA = /(?:^(?<indent>[ \t]{0,40})data:[ \t]{0,40}(?=\r?\n)|[{,]\s{0,40}"data"\s{0,4}:\s{0,4}\{)/gim;
const ENTRY =
  /(?<lead>\s{0,80}(?:,\s{0,80})?)(?<![\w.-])(?<quote>["']?)[\w.-]{1,253}\k<quote>:[ \t]{0,4}["']?(?:(?:[|>][-+]?[ \t]*\r?\n[ \t]{1,40})?(?<value>[A-Za-z0-9+/]{8,}={0,2})|[A-Za-z0-9+/]{0,7}={0,2})["']?(?=[\s,}#]|$)/dy;

export function* manifests(text: string): Generator<Span> {
  if (!SECRET.test(text) || !KIND.test(text)) return;
  let from = 0;
  for (const document of text.split(/^(?=---)/m)) {
    if (KIND.test(document)) yield* entries(document, from);
    from += document.length;
  }
}

function* entries(document: string, from: number): Generator<Span> {
  DATA.lastIndex = 0;
  for (let head = DATA.exec(document); head; head = DATA.exec(document)) {
    const { indent } = head.groups ?? {};
    ENTRY.lastIndex = DATA.lastIndex;
    for (let entry = ENTRY.exec(document); entry; entry = ENTRY.exec(document)) {
      const lead = entry.groups?.lead ?? '';
      // What is not further in than `data:` belongs to something else.
      if (indent !== undefined && lead.length - lead.lastIndexOf('\n') - 1 <= indent.length) break;
      const [start, end] = entry.indices?.groups?.value ?? [0, 0];
      if (end > start && !isHarmless(document.slice(start, Math.min(end, start + JUDGED))))
        yield { start: from + start, end: from + end, kind: 'kubernetes_secret' };
      DATA.lastIndex = ENTRY.lastIndex;
    }
  }
}
