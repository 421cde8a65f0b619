// Whether a result is about something else than the question names: the other project, the other service.
import type { ScopeFilter } from '../access/actor.ts';
import type { GraphStore, KnownEntity } from '../graph/ports.ts';
import { entityKey, writtenAsName } from '../text/names.ts';
import { readQuestion } from '../text/question.ts';
import type { NamedEntity } from './question.ts';

/** What is mentioned less often may be anything: who said it, where it was. */
const WELL_KNOWN = 3;
/** What a memory is about stands at its beginning. */
const HEAD_LENGTH = 400;

const isWellKnown = ({ mentions }: KnownEntity): boolean => mentions >= WELL_KNOWN;

/** Whether the question names something well known, and the text not that but something as well known. */
export async function namesRival(
  named: readonly NamedEntity[],
  text: string,
  graph: Pick<GraphStore, 'entitiesByKey'>,
  within: ScopeFilter,
): Promise<boolean> {
  const asked = named.filter((entity) => isWellKnown(entity) && entity.trust > 0);
  const written = ` ${entityKey(text)} `;
  if (asked.length === 0 || asked.some(({ key }) => written.includes(` ${key} `))) return false;
  const head = text.slice(0, HEAD_LENGTH);
  const keys = new Set(
    readQuestion(head)
      .spans.map(({ key }) => key)
      .filter(writtenAsName(head)),
  );
  return (await graph.entitiesByKey([...keys], within)).some(isWellKnown);
}
