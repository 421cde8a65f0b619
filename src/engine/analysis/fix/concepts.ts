// What rules say in words and fixes do in code: each concept has what is not wanted and what takes its place, as prose says it
// and as code shows it. Whoever does the one goes against the rule, whoever does the other keeps to it.

interface Side {
  /** How a rule or a fix names it. */
  readonly said: RegExp;
  /** What it looks like in code. */
  readonly code?: RegExp;
}

export interface Concept {
  readonly name: string;
  /** A rule is about it only with these words, too. */
  readonly about?: RegExp;
  readonly bad: Side;
  readonly good?: Side;
  /** How a rule asks for the good side, where it has to say more than a fix. */
  readonly asked?: RegExp;
  /** How a rule rules out the bad side, where it has to say more than a fix. */
  readonly refused?: RegExp;
  /** Whether the fix must also name what the rule is about: deleting a row is wrong only if the rule keeps such rows. */
  readonly shared?: boolean;
}

export const CONCEPTS: readonly Concept[] = [
  {
    name: 'access to the database',
    refused:
      /\b(?:access|touch|quer(?:y|ies)|talk|read|write|open|call|use|hit|reach|go(?:es)?|contain)\w*\b[^.;]{0,40}\b(?:databases?|db|sql|daos?|orm)\b|\b(?:sql|quer(?:y|ies)|database (?:access|calls?|quer\w+))\b/i,
    bad: {
      said: /\b(?:raw sql|SELECT|quer(?:y|ies|ying) the (?:\w+ )?(?:database|db|tables?)|(?:database|db|sql) quer(?:y|ies)|direct(?:ly)? (?:from|in|into|to|against|on) the (?:\w+ )?(?:database|db|table)|(?:database|db) (?:connection|call)s?|\w+Dao\b)/,
      code: /\b(?:db|conn|connection|cursor|cur|pool|knex|prisma|entityManager|jdbcTemplate|pdo)\b\S{0,20}?(?:\.|->|::)\s*(?:query|execute|exec|select|insert|update|delete|raw|prepare|fetch\w*|find\w*|\w+\.find\w*)\b|\bSELECT\s.{1,200}\sFROM\b|\bINSERT INTO\b|\bUPDATE\s+\w+\s+SET\b|\bDELETE FROM\b|@InjectRepository|\bcreateQueryBuilder\b|\bgetRepository\(|\b\w+Dao\b/,
    },
    good: {
      said: /\b(?:through|via|behind|inject\w*|call\w*|use|ask\w*)\s+(?:the\s+|an?\s+|its\s+)?(?:\w+\s+)?\w{0,40}?(?:[Rr]epository|[Ss]ervice)\b/,
    },
    asked: /(?!)/,
  },
  {
    name: 'reach from outside',
    about:
      /\b(?:buckets?|databases?|db|ports?|ssh|subnets?|instances?|clusters?|storage|queues?|security groups?|volumes?|registr(?:y|ies)|snapshots?|redis|load balancers?)\b/i,
    refused:
      /\bpublic(?:ly)?\b|\b(?:open|reachable|accessible|exposed?)\b[^.;]{0,200}\b(?:internet|world|public|everyone|anyone|outside)\b/i,
    bad: {
      said: /\b(?:make|open|expose)\w*\b[^.;]{0,40}\b(?:public(?:ly)?|to the (?:internet|world)|to everyone)\b|\bpublic-read\b|\b0\.0\.0\.0\/0/i,
      code: /\b(?:block_public_\w+|restrict_public_\w+|ignore_public_acls|BlockPublic\w+|RestrictPublic\w+)\s*[:=]\s*false|\b(?:publicly_accessible|PubliclyAccessible|public_network_access\w*|associate_public_ip\w*|publicAccess)\s*[:=]\s*"?(?:true|enabled)|\bacl\s*[:=]\s*"?public|0\.0\.0\.0\/0|\ballUsers\b/i,
    },
    asked: /\bprivate\b/i,
    good: {
      said: /\bprivate\b/i,
      code: /\b(?:block_public_\w+|restrict_public_\w+|ignore_public_acls|BlockPublic\w+|RestrictPublic\w+)\s*[:=]\s*true|\b(?:publicly_accessible|PubliclyAccessible|publicAccess)\s*[:=]\s*"?(?:false|disabled)|\bacl\s*[:=]\s*"?private/i,
    },
  },
  {
    name: 'local time',
    refused: /\blocal (?:time|zone)|\bnaive (?:date|time)/i,
    asked: /\bUTC\b/,
    bad: {
      said: /\b(?:Europe|America|Asia|Australia|Africa|Pacific)\/\w+|\blocal (?:time|timezone|zone)\b|\bserver(?:'s)? time\b|\bnaive date/i,
      code: /\bdatetime\.now\(\s*\)|\bdatetime\.fromtimestamp\([^,)]*\)|\bLocalDateTime\.now\(\s*\)|\bDateTime\.Now\b|\bTime\.now\b(?!\.utc)|\btime\.Now\(\)(?!\.UTC)|\b(?:Europe|America|Asia|Australia|Africa)\/\w+/,
    },
    good: {
      said: /\bUTC\b|\btimezone\.utc\b/,
      code: /\btimezone\.utc\b|\bUtcNow\b|\.utc\b|\.UTC\b|\bInstant\.now\(|\bZoneOffset\.UTC\b|\btoISOString\(/,
    },
  },
  {
    name: 'another form of time',
    asked: /\bISO[- ]?8601\b|\bRFC[- ]?3339\b/i,
    bad: {
      said: /\bunix (?:time|timestamps?|epoch)|\bepoch (?:seconds|millis)/i,
      code: /\.getTime\(\)|\bDate\.now\(\)|\.timestamp\(\)|\btoEpoch\w+|\.unix\(\)|\.Unix\(\)/,
    },
    good: { said: /\bISO[- ]?8601\b/i, code: /\btoISOString\(|\bisoformat\(|\bRFC3339\b|\bISO_\w+/ },
  },
  {
    name: 'work that outlives its caller',
    about: /\b(?:goroutines?|pass(?:es|ed)?|cancel\w*|callers?|deadlines?|stopp?\w*)\b/i,
    asked: /\bcontext\b/i,
    bad: { said: /\bcontext\.Background\b/, code: /\bcontext\.(?:Background|TODO)\(\)/ },
    good: { said: /(?!)/, code: /\bctx\.(?:Done|Err)\(\)|\(ctx\b/ },
  },
  {
    name: 'swallowed errors',
    about: /\b(?:errors?|exceptions?|failures?|catch)/i,
    refused: /\bswallow|\bsilent|\bignor|\bhidden\b|\bcarry on\b|\bempty catch|\bdiscard/i,
    asked:
      /\bre-?throw|\bre-?rais|\bpropagat|\breach(?:es)?\b|\bsurface[sd]?\b|\b(?:bubble|bubbles) up\b|\blets? (?:the |all |its |every )?(?:errors?|exceptions?|failures?) (?:escape|through|pass|out|rise)\b/i,
    bad: {
      said: /\b(?:catch|wrap|try)\b[^.;]{0,200}\b(?:ignore|just pass|and pass|carry on|move on|continue|do(?:es)? nothing|swallow|empty)\b|\bignor(?:e|es|ing) (?:the |any |all |every )?(?:error|exception|failure)s?\b|\bsilently\b|\bswallow/i,
      code: /\bcatch\s*(?:\([^)]*\))?\s*\{\s*(?:\/\/[^\n]*\s*|[\w.]*\blog\w*\.\w+\([^;\n]*\);?\s*|console\.\w+\([^;\n]*\);?\s*)?\}|\bexcept\b[^\n:]*:\s*(?:#[^\n]*)?\s*(?:pass|continue|\.\.\.|return None)\b|\brescue\b[^\n]*\s+(?:nil|end)\b|\.catch\(\s*\(?\w*\)?\s*=>\s*(?:\{\s*\}|null|undefined)\s*\)|\bif err != nil \{\s*\}/,
    },
    good: {
      said: /\bre-?throw|\bre-?rais|\bpropagat/i,
      code: /\bcatch\b[\s\S]{0,80}\bthrow\b|\bexcept\b[\s\S]{0,80}\braise\b|\breturn\b[^\n]*\berr\b/,
    },
  },
  {
    name: 'memory from the heap',
    refused: /\ballocat|\bheap\b|\bmalloc|\bdynamic memory/i,
    bad: {
      said: /\bmalloc|(?<!pre-?)\ballocat\w+|\bon the heap\b|\bgrow\w* the (?:buffer|vector|array|list)|\bstd::(?:vector|string|map)\b|\bpush_back\b|\bnew (?:buffer|array|list) (?:for|in|on|per) (?:each|every)/i,
      code: /\b(?:malloc|calloc|realloc|strdup)\s*\(|\bnew\s+[A-Za-z_][\w:<>]*\s*[[({]|\bmake_(?:unique|shared)\b|\b(?:push|emplace)_back\s*\(|\.resize\(|\bstd::(?:vector|string|map|deque|list)\b|\bVec::(?:new|with_capacity)|\bvec!\[|\bBox::new|\bString::from|\bformat!\(/,
    },
    asked: /\bpre-?allocat|\bstatic(?:ally)? (?:buffers?|allocat)/i,
    good: {
      said: /\bpre-?allocat|\bstatic (?:buffer|array)|\breus(?:e|es|ing)\b[^.;]{0,200}\bbuffer|\bonce (?:in|at) (?:\w+ ?){1,2}\b|\bbuffer once\b|\bfixed[- ]size|\bfrom the pool\b/i,
    },
  },
  {
    name: 'another idempotency key',
    about: /\bidempotency[- ]key/i,
    asked: /\b(?:reus\w+|same|keeps?|first|original)\b/i,
    bad: {
      said: /\b(?:new|fresh|another|different|random|own)\b[^.;,]{0,30}\b(?:key|uuid)\b/i,
      code: /idempotency\w*["']?\s*[:=]\s*(?:uuid|crypto\.randomUUID|randomUUID|UUID\.randomUUID|nanoid|uuid4)/i,
    },
    good: {
      said: /\b(?:same|reus\w+|keep\w*|store[sd]?|original|first)\b[^.;]{0,50}\bkey\b|\bkey\b[^.;]{0,60}\b(?:same|reus\w+|kept)\b/i,
    },
  },
  {
    name: 'work that is done twice',
    asked:
      /\bidempoten(?:t|ce|tly)\b(?! key)|\bexactly once\b|\b(?:handled|processed|booked|applied) (?:only )?once\b|\bsecond (?:delivery|time|call)\b|\b(?:cope|deal) with duplicates\b|\b(?:delivered|arrive|come)s? (?:twice|more than once)\b|\bat least once\b/i,
    bad: {
      said: /\b(?:each|every) time (?:the|an?) (?:event|message|webhook|request|job) (?:arrives|comes|is (?:delivered|received|retried))|\bwithout (?:checking|looking) (?:whether|if|for)\b[^.;]{0,200}\b(?:already|before|duplicate)/i,
    },
    good: {
      said: /\bseen (?:again|before)\b|\balready (?:there|in|processed|seen|handled|stored|present|known|exists?|recorded)\b|\bunique (?:index|constraint|key)\b|\bdedup|\bON CONFLICT\b|\bupsert|\bprocessed[-_ ](?:events?|messages?|ids?)\b|\bonly once\b/i,
      code: /\bON CONFLICT\b|\bINSERT IGNORE\b|\bdedup|\balready_?processed|\bprocessed_?(?:events|ids|messages)|\bsetnx\b/i,
    },
  },
  {
    name: 'release without a flag',
    asked: /\b(?:feature[- ])?(?:flags?|toggles?)\b/i,
    about: /\b(?:behind|feature[- ]?)\s*(?:an?\s+|the\s+)?(?:feature\s+)?(?:flags?|toggles?)\b/i,
    bad: {
      said: /\b(?:everybody|everyone|all (?:users|players|customers)) (?:right away|at once|immediately)|\bwithout (?:an?|the|any) (?:\w+ )?(?:flag|toggle)/i,
    },
    good: {
      said: /\b(?:behind|guard\w* by|wrap\w* in|under|gated? by|controlled by)\b[^.;]{0,30}\b(?:flag|toggle|switch)|\bfeature[- ](?:flag|toggle)/i,
      code: /\b(?:isEnabled|featureFlags?|useFlag|flags?\.\w+|feature_enabled|FeatureFlag\w*)\b/,
    },
  },
  {
    name: 'a locking index',
    about: /\bindex/i,
    asked: /\bconcurrent/i,
    bad: { said: /\bplain (?:CREATE )?index/i, code: /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY)/i },
    good: {
      said: /\bconcurrent/i,
      code: /\bINDEX\s+CONCURRENTLY\b|\balgorithm:\s*:concurrently|\bpostgresql_concurrently\s*=\s*True|\bIndexConcurrently\b/i,
    },
  },
  {
    name: 'queries built from strings',
    asked: /\bparameteri[sz]ed\b|\bprepared statements?\b|\bbind (?:variables?|parameters?)\b|\bplaceholders?\b/i,
    refused:
      /\b(?:build|built|concatenat|interpolat|format|string)\w*\b[^.;]{0,200}\b(?:sql|quer(?:y|ies))\b|\b(?:sql|quer(?:y|ies))\b[^.;]{0,200}\b(?:concatenat|interpolat|format|string)/i,
    bad: {
      said: /\b(?:concatenat|interpolat)\w*\b[^.;]{0,200}\b(?:sql|quer(?:y|ies)|where|id|filter)\b|\bf-string/i,
      code: /\bf(["'])(?:(?!\1).)*\b(?:SELECT|INSERT|UPDATE|DELETE)\b(?:(?!\1).)*\{|`[^`]*\b(?:SELECT|INSERT|UPDATE|DELETE)\b[^`]*\$\{|(["'])(?:(?!\2).)*\b(?:SELECT|INSERT|UPDATE|DELETE)\b(?:(?!\2).)*\2\s*(?:\+|%\s|\.\s*\$|\.format\()/,
    },
    good: {
      said: /\bparameteri[sz]ed\b|\bprepared statements?\b|\bplaceholders?\b|\bbind /i,
      code: /\b(?:SELECT|INSERT|UPDATE|DELETE)\b[^\n]*(?:%s|\?|\$\d|:\w+|@\w+)[^\n]*["'`]\s*,/,
    },
  },
  {
    name: 'secrets in the code',
    about: /\b(?:secrets?|credentials?|api[- ]?keys?|passwords?|tokens?)\b/i,
    refused: /\bhard-?coded?\b|\bin (?:the )?(?:code|repo\w*|source|git)\b|\bcommit|\bwritten in\b|\bchecked in\b/i,
    asked: /\b(?:vault|secrets? manager|secret store|environment)\b/i,
    bad: {
      said: /\bhard-?cod\w+/i,
      code: /\b\w{0,40}?(?:(?:api|access|secret|private|auth|client|signing|stripe)_?key|secret|token|passw(?:or)?d|pwd)\w{0,40}["']?\s*[:=]\s*["'][^"'\s${}<>]{6,}["']|\bsk_live_\w+|\bAKIA[0-9A-Z]{8,}|-----BEGIN/i,
    },
    good: {
      said: /\b(?:vault|secrets? manager|environment)\b/i,
      code: /\bvault\b|\bprocess\.env\b|\bos\.environ\b|\bgetenv\b|\bsecretsmanager\b|\$\{\{\s*secrets\./i,
    },
  },
  {
    name: 'any as a type',
    refused: /\bany\b(?=\W*$|\s*(?:type|casts?|;|as\b|in\b))|`any`|\btype any\b/,
    bad: { said: /\b(?:as|type|to) `?any\b/, code: /:\s*any\b|\bas\s+any\b|<any>|\bany\[\]/ },
    good: { said: /\bunknown\b/, code: /:\s*unknown\b/ },
  },
  {
    name: 'writes outside of a transaction',
    asked:
      /\b(?:in|within|inside|wrapped in) (?:an?|one|the same|a single) (?:\w+ )?transaction\b|\btransactional(?:ly)?\b|\batomic(?:ally)?\b/i,
    bad: { said: /\b(?:outside|without) (?:of )?(?:an?|the|any) (?:\w+ )?transaction/i },
    good: {
      said: /\b(?:in|within|inside|into) (?:an?|one|the same|a single) (?:\w+ )?transaction\b/i,
      code: /\btransaction\(|@Transactional\b|\batomic\(|\bwithTransaction\b|\bBEGIN\b|\$transaction\b/,
    },
  },
  {
    name: 'sleeping',
    refused: /\bsleep/i,
    bad: { said: /\bsleep(?:s|ing)?\b/i, code: /\bsleep\w*\(/i },
  },
  {
    name: 'a blocked thread',
    refused: /\bblock\w*\b[^.;]{0,200}\b(?:event loop|main thread|ui thread|requests?|loop)\b|\b(?:main|ui) thread\b/i,
    about: /\b(?:event loop|main thread|ui thread)\b/i,
    bad: {
      said: /\bsynchronous(?:ly)?\b|\bblocking (?:call|read|wait)|\bsleep\b|\bon the main thread\b/i,
      code: /\b[a-z]\w+Sync\b|\btime\.sleep\(|\bThread\.sleep\(|\brunBlocking\b|\.Result\b(?!\()|\.Wait\(\)|\brequests\.(?:get|post)\(/,
    },
    good: {
      said: /\bin the background\b|\boff the main thread\b|\basync(?:hronous(?:ly)?)?\b|\bworker\b|\bDispatchers\.IO\b/i,
      code: /\bawait\s|\bDispatchers\.IO\b|\basyncio\.sleep\(|\bto_thread\(/,
    },
  },
];
