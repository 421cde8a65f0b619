// Capitalised words that are not names: they open a sentence or a bullet, or are units, days or months.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const CALENDAR_AND_UNITS = words(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
  oct nov dec monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
  sundays mon tue wed thu fri sat sun today yesterday tomorrow q1 q2 q3 q4 h1 h2 am pm utc gmt kb mb gb tb kib mib gib tib hz
  khz mhz ghz kw kwh km kg cm mm ms eur usd gbp chf sek nok dkk ok`,
);

/** Never a name at the start of a sentence. */
const OPENERS = words(
  `accept accordingly act actually add additionally adds afterwards again agree agreed all allow almost along already
  although always another any anybody anyone anything anyway apart apparently apply around ask asked assume attach
  avoid away back bad basically be below beside best better beyond biggest both break bring broken buy call came can
  cannot careful changed check choose clean clear clearly close come comes common consequently consider convert copy
  could count create current currently cut decide decided delete develop did different do does done down drop dropped
  due each early eight either eleven else empty enable end enough even eventually ever every everybody everyone
  everything exactly except exit expect expected explain extra fail failed failing fails false far fast few fill final
  finally find fine first five fix fixed fixes follow force former fortunately found four free fresh from full further
  future gave general generally get gets give given good got great grow had half handle hard has have help hence hide
  high hold holds hopefully hot however hundred if ignore immediately important improve initially instead internal
  join just keep keeps kept know known large last late later latest latter lead learn learned least leave legacy less
  let like live local long look lose loses lost low mainly make makes manual many maximum maybe mean means meanwhile
  migrate minimum missing more most mostly move moved much namely near need needed needs neither never new next nine
  no nobody none normally noted nothing notice now obviously occasionally off offline often old once one online only
  open originally other others otherwise out outside own pay per perhaps please possible possibly prefer preferred
  present presumably prevent preview previous previously primarily probably put quick quite raise raised rather read
  reads ready real recent recently refuse regularly remember remind remote remove removed rename replace replaced
  require required resolve restart retry return returns revert rewrite right rotate roughly run running runs safe same
  save saw say says second see seems seldom select send sent separately set sets seven several shall shared ship short
  should show shows similarly simple simply since single six skip slow slowly small smart so solve solved some
  somebody someone something sometimes soon specifically stable start stay stick still stop strict strong such
  suddenly suggest sure take takes talk tell temporarily ten than thanks then there therefore they think third thirty
  this though thought three through thus to today together tomorrow treat tried true try turn twelve twenty twice two
  typically ultimately unfortunately until up updated upon use used uses using usually verify wait want wants was we
  well went were what whenever whereas wherever whether whoever will within without worse would write writes wrong
  yesterday yet you`,
);

/** A name only as the subject of a verb, such as a service: `Payments runs on its own host`. */
const NOUNS = words(
  `access account action actions agent agreement answer answers app application archive area assignment author
  automation balance bank banks base block board body branch budget bug bugs build caching case cases cause causes
  change changes client cloud code command comment comments commit condition conditions configuration conflict
  conflicts consequence constraint contact contacts context cost costs customer customers data date day days deal
  decision decisions default definition deletion deploy deployment description design detail details docs
  documentation donation donations draft drafts edit effect environment error errors example fact field file files
  findings function functions goal group groups hint hour hours idea image import incident info input installation
  integration issue issues item items key kind length level library limit line link list lists load lock log logging
  logs main map mark match meeting memory merge message method migration minutes model module monitoring month months
  name network news note notes number numbers option options order output overview owner page pages part past payment
  payments people permission permissions phase place plan plans point points policy port post preparation price
  pricing problem process product production project prompt proposal question questions reason reasons record recovery
  reference refund refunds release releases rendering report reporting request requirement requirements reset result
  results retention review risk role root routing rule rules sample schedule scope section server service services
  session setting settings settlement setup share shipping side sign solution source speed split staging standard
  state statement status step steps stock storage store story style success summary support switch system table task
  team template templates terminal test testing tests text thing ticket tile tiles time timeline times tip title token
  tool top total totals track training translation type types unit update upgrade upload user users validation value
  values verification version view visit warning watch way ways week weeks window wish wishes work works year years`,
);

/** Verbs that notes start with: what to do, or what was done. */
const VERBS = words(
  `add added adding adds adopted agreed allowed ask asked asks avoid began blocked brought built bump bumped called
  changed checked choose chose chosen clone closed create created cut decide decided delete deleted delivered deploy
  deployed did disable disabled does doubled drop dropped enable enabled ensure extend extended fetched finished fix
  fixed found gave get give gives got grant had handle has have hide ignore install installed installing introduced
  keep keeps kept learned left let linked lose loses lost made make makes merge merged migrate migrated migrating move
  moved moving need needs noticed opened paid paused pin planned prefer preferred publish published put puts raised
  ran rebuild rebuilt released remember remove removed removing rename renamed replace replaced replacing reported
  reproduced rerun reset restart restore restored retry return returns revert reverted rewrite rewrote rotate run
  running runs saw says scheduled see send sends sent set sets shipped skip solved start started starts stop stopped
  stops switched take takes tell tested told took treat tried try turned uninstall updated upgrade upgraded upload
  uploaded use used uses using verified verify wait want wants was were write writes wrote`,
);

export const isUnitOrDay = (word: string): boolean => CALENDAR_AND_UNITS.has(word.toLowerCase());

/** Whether a name of several words starts with a verb that is not part of it: `Dropped Prisma`. */
export const isVerb = (word: string): boolean => VERBS.has(word.toLowerCase());

const DOES_SOMETHING =
  /^ (?:is|was|has|had|uses|used|runs|ran|needs|owns|calls|reads|writes|sends|stores|keeps|depends|talks|belongs|lives|takes|gets|holds|serves|handles|replaced|replaces|moved|must|should|may|can|will)\b/;

/** Whether a single word is capitalised only because it opens a sentence, which continues with `rest`. */
export function isOrdinary(word: string, rest: string): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(word)) return false;
  const plain = word.toLowerCase();
  return OPENERS.has(plain) || ((VERBS.has(plain) || NOUNS.has(plain)) && !DOES_SOMETHING.test(rest));
}
