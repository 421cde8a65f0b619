import { identifierParts } from '../text/terms.ts';

const TOPICS = ['bug', 'error', 'fix', 'database', 'api', 'frontend', 'backend', 'ui', 'test', 'deploy'];
const FORMS = new RegExp(`^(?:hot|de|bug)?(${TOPICS.join('|')})(?:s|es|ed|er|ing|ment|ments)?$`);
const NO_TOPIC = 'general';

/** Tags for an untagged note: the topics its words name. */
export function topicTags(text: string): string[] {
  const words = (text.match(/[A-Za-z]+/g) ?? [])
    .flatMap((word) => [word, ...identifierParts(word)])
    .map((word) => word.toLowerCase());
  const named = new Set(words.flatMap((word) => [FORMS.exec(word)?.[1], ...(word === 'bugfix' ? ['bug'] : [])]));
  const tags = TOPICS.filter((topic) => named.has(topic));
  return tags.length > 0 ? tags : [NO_TOPIC];
}
