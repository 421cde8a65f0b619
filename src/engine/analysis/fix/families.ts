// Families of alternatives from which a project picks one: using another member breaks a rule that asks for the first.
// Members are separated by ` | `, spellings of a member by commas. Spellings are patterns in which a space also
// matches a hyphen or nothing.

interface Choice {
  readonly family: string;
  readonly member: string;
}

/** As adverbs, they say that nobody is told. */
export const SILENT = 'silent|quiet';

const TABLE: Readonly<Record<string, string>> = {
  'hash function':
    'bcrypt(?:js)? | argon2(?:id|i|d)? | scrypt | pbkdf2 | md5 | sha 1 | sha 256,sha 2,sha 512,sha 3 | crc 32 | plain text,clear text,unhashed,unencrypted,in the clear',
  cipher: 'aes(?: 256| 128)?(?: gcm| cbc)? | chacha20 | rsa | 3des | rc4 | base64 | plain text,clear text,unencrypted',
  encryption: 'encrypt(?:ed|ion|s)? | plain text,clear text,unencrypted,in the clear',
  database:
    'postgres(?:ql)? | mysql | maria ?db | sqlite | sql server,mssql | oracle | mongo ?db | dynamo ?db | cassandra | couch ?db | fire ?store | flat files?,text files?,json files?,csv files? | in memory (?:map|dict|list|store|storage)',
  cache: 'redis | memcached | local cache,in process cache,in memory cache,module level dict,global dict',
  queue: 'kafka | rabbit ?mq | sqs | nats | redis streams? | pub/?sub | celery | cron | polling',
  'proof of identity':
    'jwt,json web tokens? | session cookies?,server side sessions?,server sessions? | opaque tokens? | api keys? | basic auth(?:entication)? | oauth2?,oidc | saml',
  'place in the browser':
    'http ?only(?: cookies?)? | local ?storage | session ?storage | indexed ?db | query strings?,url parameters?',
  'transport security':
    'https,tls,ssl,mtls | http(?! ?(?:\\w+ )?(?:api|handler|client|server|status|header|method|request|response|verb|call|endpoint|code|polic|error)),plain http,http://,unencrypted http,without tls,cleartext http',
  'style of interface':
    'rest (?:api|client|call|endpoint|interface)s?,restful | graphql | grpc | soap | xml rpc | json rpc | trpc',
  'live update': 'web ?sockets? | server sent events?,sse | long polling | poll(?:s|ed|ing)?',
  'data format':
    'json ?lines,jsonl,ndjson | json | xml | yaml | csv | parquet | avro | proto(?:col )?buf(?:fer)?s? | pickle | message ?pack | toml',
  'source of settings':
    'environment variables?,env vars?,process\\.env,os\\.environ,os\\.getenv,getenv | config(?:uration)? files?,settings files?',
  encoding: 'utf 8 | latin 1,iso 8859 1 | utf 16 | ascii',
  'package manager': 'npm | yarn | pnpm | bun | pip | poetry | conda | uv | pipenv',
  'test framework': 'jest | vitest | mocha | jasmine | pytest | unittest | cypress | playwright | selenium | puppeteer',
  'web framework':
    'express(?:\\.js)? | fastify | koa | hono | nest ?js | flask | django | fast ?api | spring boot | rails',
  'front end': 'react | vue | angular | svelte | preact | solid ?js | j ?query',
  'state of a front end':
    'redux(?: toolkit)? | zustand | mobx | recoil | jotai | context api,react context,usecontext | vuex | pinia | global variables?,window object,module level state',
  'server state':
    'react query,tanstack query | swr | apollo(?: client)? | fetch in use ?effect,use ?effect fetch(?:ing)?,manual fetch(?:ing)?',
  'way to style':
    'css modules? | tailwind(?: ?css)? | styled components? | emotion | inline styles?,style attributes? | sass,scss | bootstrap | global css,global stylesheet',
  'kind of component': 'function(?:al|) components? | class components?',
  'HTTP client':
    'axios | fetch api,native fetch | requests library,requests\\.get | httpx | aiohttp | xml ?http ?request',
  'data mapper':
    'prisma | type ?orm | sequelize | drizzle | knex | kysely | sql ?alchemy | django orm | hibernate | raw sql,string concatenation,concatenated sql,handwritten sql',
  'number for money':
    '(?<!\\b(?:two|three|four|\\d) )decimals?(?! ?(?:places?|points?|digits?)) | floats?,floating point,doubles? | integer cents?,integer minor units?,minor units?,cents as integers?,integers? in cents?,whole cents?,integers?',
  'unit of money': 'cents?,minor units?,pence | dollars?,euros?,pounds sterling,major units?',
  'kind of id':
    'uuid(?: ?v?[147])?s?,ulids? | auto increment(?:ed|ing)?(?: ids?| integers?)?,serial ids?,sequential (?:ids?|integers?|numbers?)',
  'time zone': 'utc,timezone\\.utc | local time,server time,local timezone,naive date ?times?',
  'form of time': 'iso 8601,rfc 3339 | unix (?:time(?:stamps?)?|epoch),epoch (?:seconds|milli(?:second)?s)',
  'way to delete':
    'soft delet(?:e[sd]?|ion|ing) | hard delet(?:e[sd]?|ion|ing),delete the rows?,physically delet(?:e|ing),delet(?:e|ing) rows? for good',
  'way to page':
    'cursors?(?: based)?(?: pagination| paging)?,keyset(?: pagination)? | offset(?: based)?(?: pagination| paging)?,page numbers?,limit/offset',
  'wait between tries':
    'exponential(?: back ?off)?,back ?off | fixed (?:delay|interval|wait|pause)s?,constant (?:delay|interval)s?,retry immediately,immediate retr(?:y|ies),tight loop',
  'way to run': 'docker compose | kubernetes,k8s | nomad | bare metal | lambda,serverless | docker swarm',
  'file store':
    's3,object storage | local disk,local file ?system,local folder | database blobs?,blobs? in the database | nfs | azure blob(?: storage)? | gcs',
  logging:
    'structured logg(?:ing|er),json logs?,structlog,pino | print statements?,print\\(\\)?,print calls?,console\\.log,stdout prints?',
  'data frame': 'pandas | polars | spark,pyspark | dask | duck ?db',
  scheduler: 'airflow | dagster | prefect | luigi | cron(?: ?jobs?| ?tab)?',
  'write mode':
    'append(?:s|ed|ing)?(?: only)? | overwrit(?:e|es|ing|ten),updat(?:e|es|ing) (?:the |an? |existing )?(?:\\w+ )?(?:entr(?:y|ies)|rows?|records?),in place | upsert(?:s|ed|ing)?,merge into | truncate and (?:re)?load,full reload',
  'style of concurrency': 'async(?:hronous(?:ly)?|io)? | synchronous(?:ly)?,blocking calls?',
  language: 'typescript | javascript | python | golang | rust | kotlin | ruby | php',
  'random source':
    'secrets module,crypto(?:graphically)? (?:secure )?random(?:ness|bytes)?,csprng,crypto\\.randombytes,crypto\\.randomuuid | math\\.random(?:\\(\\))?,random\\.random(?:int)?(?:\\(\\))?,random module',
  'who may use it':
    '(?<!factor )authenticat(?:ion|ed|es?),private(?! (?:key|method|field|member|repo|class)),logged in(?: users?)?,signed in(?: users?)?,(?:require|need|ask for|check)s? (?:a|the) (?:log ?in|token|sign ?in) | public(?:ly)?(?! (?:api|function|key|class|method|interface|cloud|ip)s?),anonymous(?:ly)?,unauthenticated,without (?:a |any )?(?:log ?in|auth\\w*|sign ?in),(?:any|every)(?:one|body) can',
  'way to share behaviour':
    'compos(?:e[ds]?|ition|ing) | inherit(?:ance|s|ed|ing)?,subclass(?:es|ing)?,base class(?:es)?,class hierarch(?:y|ies)',
  'way to get at other parts':
    'dependency injection,inject(?:s|ed|ing)? | singletons?,service locators?,global (?:state|variables?|objects?|instances?),globals,module level (?:state|variables?)',
  'way to inject':
    'constructor injection,constructor parameters?,(?:through|by|via) (?:the|its) constructor | field injection,@autowired(?: fields?)?,setter injection,@inject',
  'treatment of markup':
    'escap(?:e[ds]?|ing),saniti[sz](?:e[ds]?|ing|ation) | dangerouslysetinnerhtml,inner ?html,v html,html_safe,mark_safe,unescaped,raw html,unsaniti[sz]ed',
  'values in queries':
    'parameteri[sz]ed(?: quer(?:y|ies))?,prepared statements?,bind variables?,query parameters? | concatenat(?:e[ds]?|ing|ion),interpolat(?:e[ds]?|ing|ion),string formatting,string building',
  'kind of version':
    'pinn(?:ed|ing),pins?(?=\\s(?:the|all|every|each|our|its|them|versions?|dependenc\\w+|images?|actions?|base)\\b),exact versions?,by (?:its |their )?digest,sha256: | floating(?: tags?)?,latest,unpinned,version ranges?',
  'time of the work':
    'in the background,background (?:jobs?|tasks?|work(?:ers?)?),enqueu(?:e[ds]?|ing),(?:through|into|via|over|on) (?:the|a) queue | in the (?:request|handler|view|controller)(?: itself)?,inline in the,blocking the request,while the user waits',
  'way to change infrastructure':
    'terraform,pulumi,cloud ?formation,infrastructure as code | by hand,manual(?:ly)?,in the (?:web |aws |cloud )?console',
  'user of the process':
    'non root(?: user)?,unprivileged(?: user)?,rootless | as root,user root,privileged,root user,sudo',
  'treatment of errors': `rethrow(?:s|n|ing)?,re ?rais(?:e[ds]?|ing),propagat(?:e[ds]?|ing),report(?:s|ed|ing)? (?:the |every |all )?errors? | swallow(?:s|ed|ing)?,ignor(?:e|es|ing) (?:the |every |all )?(?:errors?|exceptions?)(?! (?:code|message)),(?:error|exception)s? and ignore (?:it|them),empty catch,except: pass,silent,(?:${SILENT})ly`,
  'way to merge': 'squash(?:es|ed|ing)? | merge commits?,all commits kept,keep(?:s|ing)? (?:all|every|the) commits?',
  'time of day':
    'at night,nightly,overnight,midnight,(?:0?[0-5]|1[12]) ?(?:am)\\b,outside (?:of )?business hours | at noon,midday,day ?time,during the day,business hours,peak hours,office hours',
  connection:
    'offline,without (?:a |any )?(?:network|connection|internet) | online only,(?:needs?|requires?) (?:a |the )?(?:network|connection|internet)',
  'kind of test double': 'real database,test ?containers? | mock(?:s|ed|ing)?,stub(?:s|bed|bing)?,fakes?',
  'time to load': 'lazy,lazi(?:ly)?,on demand | eager(?:ly)?,up ?front,(?:bundle|load)s? (?:all|every)\\w*',
  'kind of release':
    'blue green,canary,rolling(?: update)?,gradual(?:ly)?,step by step | big bang,(?:all|everyone|everybody)(?: \\w+)? at once',
  'type of unknown value': 'unknown type,`unknown` | any type,`any`,any casts?',
};

interface Member extends Choice {
  readonly pattern: RegExp;
}

const bounded = (sources: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\w.-])(?:${sources.join('|')})(?!\w)`, 'gi');

const FAMILIES: readonly { readonly any: RegExp; readonly members: readonly Member[] }[] = Object.entries(TABLE).map(
  ([family, line]) => {
    const members = line.split(' | ').map((spellings) => ({
      member: spellings,
      sources: spellings.split(',').map((spelling) => spelling.trim().replaceAll(/ \??/g, '[ -]?')),
    }));
    return {
      any: bounded(members.flatMap(({ sources }) => sources)),
      members: members.map(({ member, sources }) => ({ family, member, pattern: bounded(sources) })),
    };
  },
);

export interface Chosen extends Choice {
  /** As written in the text. */
  readonly written: string;
  readonly at: number;
}

export const isSameChoice = (a: Chosen, b: Chosen): boolean => a.family === b.family && a.member === b.member;

/** The family members that a text names. */
export function choicesIn(text: string): Chosen[] {
  const members = FAMILIES.flatMap(({ any, members }) => (text.search(any) < 0 ? [] : members));
  const found = members.flatMap(({ family, member, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ family, member, written: match[0], at: match.index })),
  );
  // A longer match wins: `json lines` is not `json`.
  return found.filter(
    (each) =>
      !found.some(
        (other) =>
          other !== each &&
          other.family === each.family &&
          other.written.length > each.written.length &&
          other.at <= each.at &&
          other.at + other.written.length >= each.at + each.written.length,
      ),
  );
}
