// Words that are capitalised without being names: they open a sentence or a bullet, or name a unit, a day or a month.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const CALENDAR_AND_UNITS = words(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
  oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
  sundays mon tue wed thu fri sat sun today yesterday tomorrow q1 q2 q3 q4 h1 h2 am pm utc gmt kb mb gb tb kib mib gib tib hz
  khz mhz ghz kw kwh km kg cm mm ms eur usd gbp chf sek nok dkk ok`,
);

/** Never a name where they open a sentence. */
const OPENERS = words(
  `all another any anybody anyone anything both each either enough every everybody everyone everything few first former
  half last latter least less many more most much neither never next nobody none nothing once one other others same
  second several some somebody someone something such third two three four five six seven eight nine ten eleven twelve
  twenty thirty hundred always again already almost along although anyway apart around away back below beside beyond
  down early else ever far further hence however instead later maybe meanwhile near now off often otherwise out
  outside perhaps quite rather since sometimes soon still though through thus today together tomorrow twice up upon
  usually well whenever whereas wherever whether whoever within without yesterday yet accept act add adds agree agreed
  allow apply ask asked assume attach avoid bad be best better big biggest break bring broken buy call came can cannot
  careful changed check choose clean clear close come comes common consider convert copy could count create current
  cut decide decided delete develop did different do does done drop dropped due empty enable end even except exit
  expect expected explain extra fail failed failing fails false fast fill final finally find fine fix fixed fixes
  follow force found free fresh from full future gave general get gets give given go goes golden good got great grow
  had handle hard has have help hide high hold holds hot if ignore important improve internal join just keep keeps
  kept know known large late latest lead learn learned leave legacy let like live local long look lose loses lost low
  make makes manual maximum mean means migrate minimum missing move moved need needed needs new no noted notice
  offline old online only open own pay per please possible prefer preferred present prevent preview previous put quick
  raise raised read reads ready real recent refuse remember remind remote remove removed rename replace replaced
  require required resolve restart retry return returns revert rewrite right rotate run running runs safe save saw say
  says see seems select send sent set sets shall shared ship short should show shows simple single skip slow small
  smart so solve solved stable start stay stick stop strict strong suggest sure take takes talk tell than thanks then
  there they think this thought to treat tried true try turn until updated use used uses using verify wait want wants
  was we went were what will worse would write writes wrong you`,
);

/** May name a service or a module: `Payments runs on its own host`. */
const NOUNS = words(
  `access account action actions agent answer answers app application archive area author balance bank banks base block
  board body branch budget bug bugs build case cases cause causes change changes client cloud code command commit
  conflict conflicts consequence constraint contact contacts context cost costs customer customers data date day days
  deal decision decisions default deploy design detail details docs draft drafts edit effect error errors example fact
  field file files findings goal group groups hint hour hours idea image import incident info input issue issues item
  items key kind length level library limit line link list lists load lock log logs main map mark match meeting memory
  merge message method minutes model module month months name network news note notes number numbers option options
  order output overview owner page pages part past payment payments people phase place plan plans point points policy
  port post price problem process product production project prompt proposal question questions reason reasons record
  reference refund refunds release releases report request reset result results review risk role root rule rules
  sample schedule scope server service services session setting settings setup share side sign solution source speed
  split staging standard state status step steps stock storage store story style success summary support switch system
  table task team template templates terminal test tests text thing ticket tile tiles time timeline times tip title
  token tool top total totals track type types unit update upgrade upload user users value values version view visit
  warning watch way ways week weeks window wish wishes work works year years`,
);

/** What a note begins with that tells somebody what to do, or what was done. */
const VERBS = words(
  `add adds ask asks avoid began brought built bump call calls check choose clone copy create cut decide delete deploy did disable do does drop edit
  enable ensure extend find fix follow found gave get give gives go goes got grant had handle has have hide hold holds ignore import install keep
  keeps kept left let look lose loses lost made make makes merge migrate move moved need needs paid pin prefer publish put puts read reads rebuild
  remember remove removed rename replace replaced rerun reset restart restore retry return returns revert rewrite ran rotate run runs
  save saw says see select send sends sent set sets ship show shows skip start starts stop stops switch take takes took tell told treat
  tried try turn uninstall update upgrade upload use used uses verify wait want wants was were write writes wrote`,
);

/** `Deployed`, `Testing`, `Migration`, `Currently`. */
const DERIVED = /(?:ed|ing|ly|tion|sion|ment|ness|able|ible)$/;

export const isUnitOrDay = (word: string): boolean => CALENDAR_AND_UNITS.has(word.toLowerCase());

/** `Dropped Prisma` begins with a verb, not with the name. */
export const isVerb = (word: string): boolean =>
  VERBS.has(word.toLowerCase()) || /^\p{Lu}\p{Ll}{3,}(?:ed|ing)$/u.test(word);

const DOES_SOMETHING =
  /^ (?:is|was|has|had|uses|used|runs|ran|needs|owns|calls|reads|writes|sends|stores|keeps|depends|talks|belongs|lives|takes|gets|holds|serves|handles|replaced|replaces|moved|must|should|may|can|will)\b/;

/** Whether one word that opens a sentence, which goes on with `rest`, is capitalised for that reason alone. */
export function isOrdinary(word: string, rest: string): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return false;
  const plain = word.toLowerCase();
  if (OPENERS.has(plain) || VERBS.has(plain)) return true;
  return (NOUNS.has(plain) || (plain.length > 5 && DERIVED.test(plain))) && !DOES_SOMETHING.test(rest);
}
