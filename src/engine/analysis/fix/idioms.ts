// What rules say about single lines of code: which call, keyword or setting is wanted there, and which is not.
import type { Concept } from './concepts.ts';

const NOTHING = /(?!)/;

export const IDIOMS: readonly Concept[] = [
  {
    name: 'an end of the whole process',
    refused: /\bpanic|\bunwrap\b|\babort|\bcrash|\bexit(?:s|ing)?\b|\bterminat/i,
    about: /^(?!.*\btest).*$/is,
    bad: {
      said: /\bpanic!?\(?|\bunwrap\(\)|\bprocess\.exit\b|\bos\.Exit\b|\bsys\.exit\b/,
      code: /\bpanic!?\(|\.unwrap\(\)|\.expect\("|\bos\.Exit\(|\bprocess\.exit\(|\bsys\.exit\(|\babort\(\)|\blog\.Fatal|\bunreachable!\(/,
    },
  },
  {
    name: 'output past the logger',
    refused: /\bconsole\.\w+|\bprint(?:ln|f|s)?\b|\bSystem\.out\b|\bfmt\.Print/,
    bad: {
      said: /\bconsole\.(?:log|error|warn|info)\b|\bprintln\b|\bSystem\.out\b|\bprint\(/,
      code: /\bconsole\.(?:log|error|warn|info|debug)\(|(?<![\w.])print\(|\bSystem\.out\.print|\bfmt\.Print|\be?println!\(|\bvar_dump\(|\bNSLog\(/,
    },
    good: {
      said: /\b(?:use|through|via|with|by) (?:the|our) \w*[Ll]ogger\b/,
      code: /\blogger\.|\bslog\.|\btracing::|\bLog\.[dewi]\(|\blog\.(?:info|warn|error|debug)/i,
    },
  },
  {
    name: 'sentences in place of fields in the log',
    asked: /\bstructured log|\bkey[- ]value pairs?\b|\blogs? (?:are|is) (?:in )?JSON\b/i,
    refused: /\b(?:interpolat|concatenat|f-string)\w*\b/i,
    about: /\blog/i,
    bad: {
      said: /\b(?:interpolat|concatenat)\w*\b[^.;]{0,40}\blog/i,
      code: /\blog\w*\.\w+\(\s*(?:f["']|`[^`]*\$\{|["'][^"'\n]*["']\s*(?:\+|%\s)|\w+\.Sprintf|["'][^"'\n]*["']\.format\()/,
    },
    good: {
      said: /\bkey[- ]value\b|\bstructured\b/i,
      code: /\blog\w*\.\w+\(\s*(?:["'][^"'{%\n]*["'],\s*(?:\w+\s*=|\{|zap\.|slog\.)|\{)/,
    },
  },
  {
    name: 'the clock of the machine',
    asked:
      /\bclock\b[^.;]{0,200}\b(?:inject|pass|parameter|argument)|\b(?:inject|pass)\w*\b[^.;]{0,200}\bclock\b|\b(?:through|from|via|by) (?:the|a|an injected) `?clock\b/i,
    refused: /\bDate\.now\b|\bnew Date\b|\btime\.(?:time|Now)\b|\b(?:system|wall)[- ]clock\b|\.now\(\)/,
    bad: {
      said: /\bDate\.now\b|\bnew Date\(\)|\btime\.Now\b|\bsystem clock\b|\bInstant\.now\b/,
      code: /\bDate\.now\(\)|\bnew Date\(\)|\btime\.(?:time|Now)\(\)|\bdatetime\.(?:utc)?now\(|\b(?:Instant|LocalDate|LocalDateTime|ZonedDateTime)\.now\(\)|\bcurrentTimeMillis\b/,
    },
    good: {
      said: /\b(?:injected|fake|fixed|passed) clock\b|\bclock\.now\b/i,
      code: /\bclock\b\.?\w*\(|\b\w*[Cc]lock\b/,
    },
  },
  {
    name: 'durations by the wall clock',
    asked: /\bmonotonic/i,
    bad: {
      said: /\bwall[- ]clock\b|\btime\.time\b|\bDate\.now\b/,
      code: /\btime\.time\(\)|\bDate\.now\(\)|\bcurrentTimeMillis\b|\bsystem_clock\b|\bSystemTime::now/,
    },
    good: {
      said: /\bmonotonic/i,
      code: /\bperformance\.now\(|\bmonotonic\w*\(|\bnanoTime\(|\bsteady_clock\b|\bhrtime\b|\bInstant::now/,
    },
  },
  {
    name: 'text run as code',
    refused: /\beval\b|\bexec\b|\bshell\b|\bpickle|\bos\.system\b|\bunserialize/i,
    bad: {
      said: /\beval\(|\bshell\s*=\s*True\b|\bpickle\b|\bos\.system\b/,
      code: /(?<![\w.])eval\(|(?<![\w.])exec\(|\bshell\s*=\s*True|\bos\.system\(|\bchild_process\.exec\(|\bexecSync\(|\bpickle\.loads?\(|\byaml\.load\((?![^)]*Safe)|\bnew Function\(|\bunserialize\(/,
    },
    good: {
      said: /\bexecFile\b|\bsafe_load\b|\bliteral_eval\b/,
      code: /\bexecFile\w*\(|\bshell\s*=\s*False|\bsafe_load\(|\bliteral_eval\(|\bshlex\b|\bsubprocess\.run\(\[/,
    },
  },
  {
    name: 'versions that move',
    asked:
      /\bpinned\b|\bpins? (?:the|all|every|each|our|its|to)\b|\bdigests?\b|\bexact (?:versions?|numbers?)\b|\bcommit (?:sha|hash)/i,
    refused: /\blatest\b|\bfloating\b|\bversion ranges?\b|\bcarets?\b/i,
    about: /\b(?:images?|versions?|tags?|actions?|dependenc\w+|packages?|digests?|base)\b/i,
    bad: {
      said: /:latest\b|\blatest tag\b|\bcaret\b/i,
      code: /:latest\b|"[\^~]\d|@(?:v\d+|main|master|latest)\b|^[\w.-]+\s*>=\s*\d/m,
    },
    good: {
      said: /\bdigest\b|\bpinn(?:ed|ing)\b|\bpins? (?:the|all|every|each|it|them|its|to)\b|@sha256:/i,
      code: /@sha256:|@[0-9a-f]{40}\b|^[\w.-]+==\d|":\s*"\d+\.\d+\.\d+"/m,
    },
  },
  {
    name: 'controls out of reach',
    asked: /\bfocus\b[^.;]{0,40}\b(?:visible|outline|ring|shown)|\bkeyboard\b|\bscreen readers?\b|\baccessible name/i,
    bad: {
      said: /\b(?:remov|hid)\w*\b[^.;]{0,20}\b(?:focus|outline)/i,
      code: /\boutline:\s*(?:none|0)\b|\btabIndex=["{]+-1|<(?:div|span)[^>]*\bonClick=/,
    },
    good: {
      said: /\bfocus ring\b|\baria-\w+|\bkeyboard\b/i,
      code: /:focus-visible|\baria-label|\bonKeyDown=|\btabIndex=["{]+0|<button\b/,
    },
  },
  {
    name: 'silenced checks',
    refused:
      /\bts-(?:ignore|expect-error|nocheck)\b|\btype: ?ignore\b|\beslint-disable|\bnoqa\b|\bnolint\b|\bSuppressWarnings\b|\bsuppress\w*\b[^.;]{0,30}\b(?:warnings?|lint\w*|checks?|rules?)|\bdisabl\w+\b[^.;]{0,20}\blint/i,
    bad: {
      said: /\bts-ignore\b|\beslint-disable|\bnoqa\b|\btype: ignore\b|\bnolint\b/,
      code: /@ts-(?:ignore|expect-error|nocheck)|#\s*type:\s*ignore|\beslint-disable|#\s*noqa|\/\/\s*nolint|@SuppressWarnings|#\[allow\(|@suppress/i,
    },
  },
  {
    name: 'list positions as keys',
    about: /\bkeys?\b/i,
    refused: /\bind(?:ex|ices)\b/i,
    bad: { said: /\bindex as (?:the |a )?key\b/i, code: /\bkey=\{\s*(?:i|idx|index)\s*\}/ },
    good: { said: /\bid as (?:the |a )?key\b/i, code: /\bkey=\{\s*\w+\.\w*[iI]d\s*\}/ },
  },
  {
    name: 'every column at once',
    refused: /\bselect ?\*|\bselect star\b/i,
    bad: { said: /\bSELECT \*/i, code: /\bSELECT\s+\*/i },
    good: { said: /\b(?:list|name|select)\w* (?:only )?the (?:\w+ )?columns\b/i },
  },
  {
    name: 'comparison that tells time',
    asked: /\bconstant[- ]time\b|\btiming[- ]safe\b/i,
    bad: {
      said: /\bwith ===?|\bplain (?:string )?compar/i,
      code: /(?:signature|token|hash|digest|hmac|mac)\w{0,40}\s{0,20}[!=]==?\s|[!=]==?\s*(?:signature|token|expected|hash|digest|hmac)/i,
    },
    good: {
      said: /\bconstant[- ]time\b|\btimingSafeEqual\b|\bcompare_digest\b/i,
      code: /\btimingSafeEqual\(|\bcompare_digest\(|\bConstantTimeCompare\(|\bhash_equals\(|\bMessageDigest\.isEqual\(/,
    },
  },
  {
    name: 'tests that leave the machine',
    about: /\btests?\b/i,
    refused: /\b(?:network|internet)\b|\b(?:real|live|external) (?:api|service|server|endpoint)s?\b/i,
    bad: {
      said: /\b(?:real|live|actual|sandbox|staging|production) (?:\w+ )?(?:api|service|server|endpoint|gateway)\b/i,
      code: /https?:\/\/(?!localhost|127\.|example\.|[\w.]*\.test\b)/,
    },
    good: {
      said: /\b(?:mock|stub|fake|recorded|fixture|wiremock|nock|msw)\w*\b/i,
      code: /\b(?:mock|stub|fake|nock|wiremock|msw|fixture|responses\.add)\w*/i,
    },
  },
  {
    name: 'null as an answer',
    about: /\breturn/i,
    refused: /\bnull\b|\bNone\b|\bnil\b/,
    bad: { said: /\breturns? (?:null|None|nil)\b/, code: /\breturn (?:null|None|nil)\b/ },
    good: {
      said: /\bOptional\b|\bempty (?:list|array|collection)\b/,
      code: /\bOptional\.|\bOption<|\bMaybe\b|\bemptyList\(\)|\breturn \[\]/,
    },
  },
  {
    name: 'thrown errors',
    about: /\b(?:errors?|fail\w*|exceptions?)\b/i,
    asked: /\b(?:as )?an? Result\b|\bResult (?:type|value|object)s?\b|\bResult<|\berrors? as values?\b|\bEither\b/,
    bad: { said: /\bthrow(?:s|ing)? an?\b|\brais(?:e|es|ing) an?\b/i, code: /\bthrow (?:new )?\w|\braise \w/ },
    good: { said: /\bResult\b|\bEither\b/, code: /\bResult\b|\bErr\(|\berr\(|\bEither\b|\bok: false/ },
  },
  {
    name: 'default exports',
    refused: /\bdefault exports?\b/i,
    asked: /\bnamed exports?\b/i,
    bad: { said: /\bdefault export\b|\bexport default\b/i, code: /\bexport default\b/ },
    good: { said: /\bnamed export/i, code: /\bexport (?:const|function|class|async)\b/ },
  },
  {
    name: 'class components',
    refused: /\bclass components?\b/i,
    asked: /\b(?:functions? with hooks|function(?:al)? components?|hooks)\b/i,
    bad: { said: /\bclass components?\b/i, code: /\bextends (?:React\.)?(?:Pure)?Component\b/ },
    good: {
      said: /\bfunction(?:al)? components?\b|\bhooks?\b/i,
      code: /\bexport (?:default )?function [A-Z]|\buse(?:State|Effect|Memo|Reducer)\(/,
    },
  },
  {
    name: 'everything drawn at once',
    asked: /\bvirtuali[sz]|\bwindowed\b|\blazy (?:list|column)/i,
    bad: { said: /\bScrollView\b|\brender\w* (?:all|every)\b|\bmap\w* over all\b/i, code: /<ScrollView\b/ },
    good: {
      said: /\bFlatList\b|\bRecyclerView\b|\bLazyColumn\b|\breact-window\b|\bvirtuali[sz]\w*|\bonly (?:the )?visible\b/i,
      code: /\b(?:FlatList|RecyclerView|LazyColumn|FixedSizeList|useVirtual\w*|VirtualList)\b/,
    },
  },
  {
    name: 'recursion',
    asked: NOTHING,
    refused: /\brecurs/i,
    bad: { said: /\brecurs\w+/i },
    good: { said: /\biterativ\w+|\bexplicit stack\b/i },
  },
  {
    name: 'rights that are too wide',
    about: /\b(?:permissions?|access|polic(?:y|ies)|roles?|scopes?|IAM|grants?|privileges?|rights)\b/i,
    asked: /\bleast[- ]privilege|\bminimal\b|\bnarrow\b|\bread[- ]only\b/i,
    refused:
      /\b(?:all|every|any) (?:sites?|urls?|hosts?|actions?|resources?)\b|\bwildcards?\b|\bbroad\b|\badmin\w*\b|\*/i,
    bad: {
      said: /<?\ball_urls\b|\bcluster-admin\b|\badmin(?:istrator)? (?:access|rights|role)\b|\bGRANT ALL\b|\bwildcard\b|\bfull access\b|\ball (?:sites|hosts|urls)\b/i,
      code: /<all_urls>|\*:\/\/\*|"(?:Action|Resource)"\s*:\s*\[?\s*"\*"|\b(?:actions|resources)\s*=\s*\[\s*"\*"|\bGRANT ALL\b|\bchmod 777\b|\bcluster-admin\b|\bAdministratorAccess\b|\bverbs:\s*\[\s*["']\*/i,
    },
    good: { said: /\bactiveTab\b|\bread[- ]only\b|\bleast[- ]privilege/i },
  },
  {
    name: 'disks in the clear',
    about: /\b(?:at rest|disks?|volumes?|buckets?|backups?|storage|databases?|snapshots?)\b/i,
    asked: /\bencrypt/i,
    bad: { said: NOTHING, code: /\b(?:storage_)?encrypted["']?\s*[:=]\s*"?false/i },
    good: {
      said: NOTHING,
      code: /\b(?:storage_)?encrypted["']?\s*[:=]\s*"?true|\bkms_key_id\b|\bserver_side_encryption\b|\bSSEAlgorithm\b/i,
    },
  },
  {
    name: 'errors that tell too much',
    about: /\b(?:errors?|messages?|responses?|login|answers?)\b/i,
    refused:
      /\bstack ?traces?\b|\binternal (?:details?|errors?|messages?)\b|\b(?:reveal|leak|disclos|expos|tell)\w*\b[^.;]{0,200}\b(?:exists?|details?|internals?|known|registered)\b/i,
    asked: /\bgeneric (?:error|message|text)|\bsame (?:message|answer|response|error)\b/i,
    bad: {
      said: /\bstack ?trace\b|\b(?:raw|full|original) (?:error|exception)\b|\b(?:no|unknown) (?:such )?(?:account|user|e-?mail)\b|\bwhether (?:the|an?) (?:account|user|e-?mail|address) (?:exists|is)\b/i,
      code: /\bstack_?[tT]race\b|\.stack\b|\btraceback\.format|\berr(?:or)?\.(?:message|stack)\b|\be\.getMessage\(\)|\bstr\(e(?:xc)?\)/,
    },
    good: {
      said: /\bgeneric (?:error|message|text)|\bsame (?:message|answer|response|error)\b|\b(?:correlation|reference|error) (?:id|number|code)\b/i,
    },
  },
];
