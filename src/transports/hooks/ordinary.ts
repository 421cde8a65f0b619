// Recognises prompts that are about no memory, however similar one may be: commands and remarks in everyday words.
import { terms } from '../../engine/text/terms.ts';
import { contentTerms } from './statements.ts';

/** The words of such prompts; none that distinguishes one project from another. */
const EVERYDAY: ReadonlySet<string> = new Set(
  terms(`
  run rerun execute try retry again start restart begin stop wait hold go continue proceed carry keep going next step
  test tests testing suite unit case cases spec snapshot snapshots mock skip unskip pass passing fail fails failing failed green red coverage cover
  fix repair solve resolve debug bug bugs issue error errors exception warning warnings problem crash typo spelling wrong correct
  lint linter format formatting prettier indentation style type types typed typing checker build builds compile compiles
  commit commits push pull merge rebase squash amend stash branch diff git status log message request review revert undo reset roll rollback discard conflict conflicts main latest
  file files folder code line lines function functions method class component module variable argument arguments parameter parameters value result output input comment comments block snippet
  doc docs docstring documentation document readme changelog todo todos plan list note boilerplate script example description
  write rewrite create add remove delete drop rename move split extract inline refactor restructure simplify clean tidy improve optimize optimise reduce avoid convert turn change changes changed update upgrade bump replace swap sort
  show print display open read look see check double find search explain describe summarize summarise tell give help think know mean means understand
  faster slow slower quick quickly short shorter long longer nice nicer better best pretty prettier readable simple simpler smaller
  import imports export exports return returns throw catch handle handling null edge async await const constant enum switch map loop generator recursion pure lazy private public cache memoize copy timeout parallel helper
  server dev install dependency dependencies package packages version typescript usage usages used unused dead duplication defined definition call calls caller name
  everything everywhere all whole last first second one two other same top bottom up down left right part rest extra more less new old bit lot
  good great awesome perfect cool fine thanks thank yes yep no nope ok okay sure maybe later now hello hi hey morning question brief sentence suggestion alternative alternatives reason reasoning
  done finish finished finally work works working implement implementation make made do doing get put back throw away take use apply accept safe break side effects missing scratch ready ship lgtm let need want please
  `),
);
/** Words that refer to the conversation itself. */
const POINTING = /\b(?:this|that|it|these|those|you|your|here|there)\b/i;
const ASKING = /^(?:\W*\w+\W+){0,3}?(?:how|where|which|what|why|who|when)\b/i;
/** A question in everyday words may still ask for a memory: "how do we run the tests". */
const MIN_WORDS = 2;

export function isOrdinary(prompt: string): boolean {
  const { said, share } = everyday(prompt);
  return share === 1 && (!ASKING.test(prompt) || POINTING.test(prompt) || said < MIN_WORDS);
}

/** The number of content words, and the share of everyday words among them. */
export function everyday(prompt: string): { said: number; share: number } {
  const words = [...contentTerms(prompt)];
  const common = words.filter((term) => EVERYDAY.has(term)).length;
  return { said: words.length, share: words.length === 0 ? 1 : common / words.length };
}
