// Safeguards that rules ask for and that code shows: logins, checks, locks, translations. Whoever takes one out goes against the rule.
import type { Concept } from './concepts.ts';

const NOTHING = /(?!)/;

export const SAFEGUARDS: readonly Concept[] = [
  {
    name: 'access without a login',
    asked:
      /\b(?:require|need|demand|behind|must be|are|is)\w*\b[^.;]{0,30}\b(?:authenticat|log(?:ged)? ?in|signed in)|\b(?:roles?|permissions?)\b/i,
    bad: {
      said: NOTHING,
      code: /\bAllowAnonymous\b|\bpermitAll\b|\bskip_before_action :authenticate|\bAllowAny\b|\bauth:\s*false/,
    },
    good: {
      said: NOTHING,
      code: /\b(?:require_?(?:auth|login|role|permission)\w*|is_?authenticated|authenticate\w*|login_required|UseGuards|Authorize|PreAuthorize|auth_?middleware|ensure_?auth\w*|verify_?token|hasRole|Roles|permission_classes|check_?permission\w*)\b/i,
    },
  },
  {
    name: 'input that nobody checked',
    about: /\b(?:input|bod(?:y|ies)|payloads?|requests?|parameters?|endpoints?|uploads?|forms?)\b/i,
    asked: /\bvalidat|\bpars(?:ed|es|ing)\b[^.;]{0,40}\b(?:zod|schemas?|pydantic|edge|boundar(?:y|ies)|borders?)\b/i,
    bad: { said: /\b(?:without|skip\w*|no) (?:any |the )?validat/i },
    good: { said: NOTHING, code: /\.(?:safe)?[pP]arse\(|\bvalidate\w*\(|@Valid\b|\bis_valid\(|\bz\.object\(/ },
  },
  {
    name: 'unchecked certificates',
    about: /\b(?:tls|ssl|certificates?|https)\b/i,
    asked: /\b(?:verif|valid|check)/i,
    bad: {
      said: /\b(?:disabl|skip|turn\w* off|ignor)\w*\b[^.;]{0,30}\b(?:certificate|tls|ssl|verification)/i,
      code: /\bverify\s*=\s*False|\brejectUnauthorized["']?\s*:\s*false|\bInsecureSkipVerify:\s*true|\bNODE_TLS_REJECT_UNAUTHORIZED|--insecure\b|\bCERT_NONE\b|\bdanger_accept_invalid/,
    },
  },
  {
    name: 'unsigned code',
    asked: /\b(?:is|are|be) (?:\w+ )?signed\b|\bsignatures?\b/i,
    about: /\b(?:updates?|images?|firmware|packages?|webhooks?|artifacts?|releases?|builds?|requests?|commits?)\b/i,
    bad: { said: /\bunsigned\b|\b(?:without|skip\w*)\b[^.;]{0,20}\bsignature/i },
    good: {
      said: /\b(?:verif|check|validat)\w* (?:the |its |each |every )?(?:\w+ )?signatures?\b/i,
      code: /\bverify_?signature|\bcompare_digest\(|\btimingSafeEqual\(/i,
    },
  },
  {
    name: 'every origin let in',
    about: /\b(?:cors|origins?)\b/i,
    refused: /\bwildcard|\b(?:any|all|every) origins?|\*/i,
    asked: /\b(?:listed|allow-?list|own|known)\b/i,
    bad: {
      said: /\b(?:any|all|every) origins?\b|\*/i,
      code: /\borigin["']?\s*:\s*(?:["']\*|true)|Allow-Origin["']?\s*[,:]\s*["']?\*|\ballow_origins\s*=\s*\[\s*["']\*/i,
    },
  },
  {
    name: 'cookies that scripts can read',
    asked: /\bhttp-?only\b|\bsecure (?:flag|cookies?|attribute)|\bsame-?site\b/i,
    bad: { said: NOTHING, code: /\b(?:httpOnly|httponly|secure)["']?\s*[:=]\s*(?:false|False)/ },
    good: { said: NOTHING, code: /\b(?:httpOnly|httponly)["']?\s*[:=]\s*(?:true|True)/ },
  },
  {
    name: 'raw markup',
    refused: /\binnerHTML\b|\braw html\b|\bunescaped\b|\bdangerouslySet/i,
    asked: /\b(?:escap|saniti[sz])/i,
    bad: {
      said: /\bdangerouslySetInnerHTML\b|\binnerHTML\b|\braw html\b/i,
      code: /\bdangerouslySetInnerHTML\b|\.innerHTML\s*=|\bv-html\b|\|\s*safe\b|\bhtml_safe\b|\bmark_safe\b/,
    },
    good: {
      said: /\bsaniti[sz]\w+|\bescap\w+/i,
      code: /\bDOMPurify\b|\bsanitize\w*\(|\bescape\w*\(|\.textContent\s*=/,
    },
  },
  {
    name: 'traffic in the clear',
    asked: /\bhttps\b|\btls\b/i,
    bad: { said: /\bplain http\b|\bhttp:\/\//i, code: /["'`]http:\/\/(?!localhost|127\.)/ },
    good: { said: NOTHING, code: /["'`]https:\/\// },
  },
  {
    name: 'weak randomness',
    refused: /\bMath\.random\b|\brandom module\b/i,
    asked: /\bcryptographic|\bsecure random|\bCSPRNG\b|\bsecrets module\b/i,
    bad: {
      said: /\bMath\.random\b/,
      code: /\bMath\.random\(|\brandom\.(?:random|randint|choice)\(|\bnew Random\(|(?<!\w)rand\(\)/,
    },
    good: { said: NOTHING, code: /\bcrypto\.|\bsecrets\.|\bSecureRandom\b/ },
  },
  {
    name: 'fractions of money',
    about: /\b(?:money|prices?|amounts?|cents|currenc\w+|totals?|balances?)\b/i,
    refused: /\bfloat|\bdoubles?\b/i,
    bad: {
      said: /\b(?:as|a|to|use) (?:float|double)s?\b/i,
      code: /\bfloat\(|\bparseFloat\(|\bdouble\s+\w|\bFloat\b|:\s*Double\b|\bfloat64\b/,
    },
    good: {
      said: /\b(?:cents|Decimal|BigDecimal|minor units)\b/,
      code: /\bDecimal\b|\bBigDecimal\b|_cents\b|\bCents\b|\bInteger\b|\bint64\b/,
    },
  },
  {
    name: 'colours of its own',
    refused: /\bhex\b|\bhard-?coded colou?rs?|\braw colou?rs?/i,
    asked: /\bdesign tokens?\b|\btheme\b/i,
    about: /\bcolou?rs?\b|\bdesign tokens?\b|\bspacing\b/i,
    bad: { said: /#[\da-f]{6}\b/i, code: /#[\da-fA-F]{3,8}\b/ },
    good: { said: /\b(?:design )?tokens?\b|\btheme\b/i, code: /\btokens?\.|\bvar\(--|\btheme\./ },
  },
  {
    name: 'untranslated text',
    asked:
      /\btranslat|\bi18n\b|\blocali[sz]|\bmessage catalog|\bstrings\.xml\b|\b(?:string|text) resources?\b|\bresource (?:bundle|file)s?\b/i,
    bad: {
      said: /\bhard-?cod\w+/i,
      code: />\s*[A-Z][a-z]+(?: [\w'’]+)+[.!?]?\s*<|\b(?:text|title|label|message|hint)\s*=\s*["'][A-Z][a-z]+[ !.?]|\bsetText\(\s*["'][A-Z]/,
    },
    good: {
      said: /\btranslation keys?\b|\bi18n\b/i,
      code: /(?<![\w.])\$?t\(["'`]|\bi18n\b|\bgettext\(|\bFormattedMessage\b|\bNSLocalizedString\b|\bR\.string\./,
    },
  },
  {
    name: 'runs that cannot be repeated',
    asked: /\bseed(?:s|ed)?\b|\breproducib/i,
    bad: { said: /\bwithout (?:a )?(?:fixed )?seed|\brandom seed for each/i },
    good: {
      said: /\b(?:set|fix|pass|use)\w*\b[^.;]{0,20}\bseeds?\b/i,
      code: /\b\w{0,40}?seed\w{0,40}\s{0,20}\(|\brandom_state\s*=|\bseed\s*=/,
    },
  },
  {
    name: 'unguarded shared state',
    asked:
      /\b(?:lock|mutex|synchroni[sz]ed)\b|\b(?:hold|tak|acquir|guard|protect|under)\w*\b[^.;]{0,30}?\b[\w.]*(?:mu|mutex|lock)\w*\b/i,
    about: /^(?!.*\b(?:optimistic|pessimistic|advisory|deadlock|lock ?file)).*$/is,
    bad: { said: /\bwithout (?:an?|the|taking the|holding the) (?:\w+ )?(?:lock|mutex)/i },
    good: {
      said: /\b(?:take|hold|acquire)\w* (?:an?|the) (?:\w+ )?(?:lock|mutex)/i,
      code: /\b(?:try_?)?r?(?:lock|acquire)\(|\b(?:lock_guard|unique_lock|scoped_lock|shared_lock)\b|\bsynchronized\b|\bMutex\b|\bFOR UPDATE\b|\bwithLock\b|\b(?:async )?with\s+[\w.]*(?:lock|mutex)\w*\s*:|\block\s*\(\w/i,
    },
  },
  {
    name: 'requests without a limit',
    asked: /\brate[- ]limit|\bthrottl/i,
    bad: { said: /\b(?:without|no|unlimited)\b[^.;]{0,15}\b(?:rate limit|throttling|requests)/i },
    good: { said: /\brate[- ]limit|\bthrottl/i, code: /\brate_?limit\w*|\bthrottle\w*|\blimiter\b/i },
  },
  {
    name: 'lists without an end',
    asked: /\bpaginat|\bpaged\b/i,
    bad: { said: /\b(?:all|every) (?:\w+ )?(?:in one|at once|in a single)|\bwithout (?:a limit|paginat\w+|paging)/i },
    good: { said: /\bpaginat\w*|\bcursor\b/i, code: /\.limit\(|\bLIMIT\b|\btake:|\bcursor\b|\bpage_?size\b/ },
  },
  {
    name: 'images without a text',
    asked: /\balt(?:ernative)?[- ](?:texts?|attributes?)|\baria-/i,
    bad: {
      said: /\b(?:without|no) (?:an? )?alt\b|\b(?:remov|drop)\w* (?:the |all )?alt\b/i,
      code: /\balt=""|<img(?![^>]{0,1000}\balt=)[^>]{0,1000}>/,
    },
    good: { said: /\balt text/i, code: /\balt=(?:"[^"]|\{)|\baria-label/ },
  },
  {
    name: 'changed input',
    about: /\b(?:state|props|arguments?|input|reducers?)\b/i,
    refused: /\bmutat/i,
    asked: /\bimmutab/i,
    bad: {
      said: /\bin place\b|\bmutat\w+/i,
      code: /\b(?:state|props|draft)\.\w+(?:\.\w+)*\s*=(?!=)|\b(?:state|props)\.\w+\.(?:push|splice|sort|pop|shift)\(/,
    },
    good: { said: /\bcop(?:y|ies)\b|\bspread\b/i, code: /\{\s*\.\.\.\w|\[\s*\.\.\.\w|\btoSorted\(/ },
  },
];
