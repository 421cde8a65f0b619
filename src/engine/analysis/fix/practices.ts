// Practices of teams that have a vocabulary of their own: how data changes, how schemas grow, how work is grouped.
import type { Concept } from './concepts.ts';

const NOTHING = /(?!)/;

export const PRACTICES: readonly Concept[] = [
  {
    name: 'lost updates',
    asked:
      /\boptimistic(?:ally)?[- ](?:lock|concurren)|\blost updates?\b|\b(?:version|revision) (?:column|check|field|number)|\bIf-Match\b|\bstale\b[^.;]{0,200}\b(?:409|conflict|rejected|refused)/i,
    bad: {
      said: /\blast[- ]write[- ]wins|\boverwrit(?:e|es|ing)\b|\bforce[- ]?sav|\bignor\w+ (?:the|its) (?:version|revision|etag)|\bpessimistic/i,
      code: /\bFOR UPDATE\b|\bPESSIMISTIC_WRITE\b/,
    },
    good: {
      said: /\boptimistic|\b(?:version|revision) (?:column|check|field|number)|\bETag|\bIf-Match\b|\bAND (?:version|revision)\b|\b(?:compar|check|increment|bump|expect)\w* (?:the )?(?:version|revision)|\bConflict(?:Exception|Error)?\b/i,
      code: /@Version\b|\b(?:version|revision)\s*=\s*(?:[:?$@%]|version|expected)|\bIf-Match\b|\bETag\b|\block_version\b|\brow_?version\b|\bOptimisticLock\w*|\bConflict(?:Exception|Error)\b/i,
    },
  },
  {
    name: 'rounding along the way',
    about: /\bround/i,
    asked:
      /\bonce\b|\b(?:at the|very|in the) end\b|\blast step\b|\bfinal\b|\bHALF_EVEN\b|\bhalf[- ](?:to[- ])?even\b|\bbanker/i,
    bad: {
      said: /\bround\w*\b[^.;]{0,40}\b(?:each|every|intermediate|per (?:line|item|step|row)|along the way)\b|\b(?:each|every|intermediate)\b(?:(?!\b(?:rather|instead|than)\b)[^.;]){0,40}\bround|\bHALF_UP\b|\bhalf[- ]up\b/i,
      code: /\bHALF_UP\b|\bROUND_HALF_UP\b|\bMath\.round\(/,
    },
    good: {
      said: /\bHALF_EVEN\b|\bhalf[- ](?:to[- ])?even\b|\bbanker|\bfull precision\b|\bround\w*\b[^.;]{0,40}\b(?:once|at the end|final|total)\b/i,
      code: /\bHALF_EVEN\b/,
    },
  },
  {
    name: 'a schema changed in one step',
    about: /\b(?:columns?|schemas?|migrations?|tables?)\b/i,
    asked:
      /\bexpand\b[^.;]{0,12}\bcontract|\bback-?fill|\bnullable\b|\b(?:in|over) (?:two|three|several|multiple|small) (?:steps|releases|deploys|phases)|\bbackwards?[- ]compatible|\bzero[- ]downtime/i,
    bad: {
      said: /\bNOT NULL\b|\bdrop\w* the (?:old )?column|\brenam\w+ the column|\bin (?:one|a single) (?:go|step|migration|release|deploy)\b/i,
      code: /\bADD (?:COLUMN )?[^;\n]{0,200}\bNOT NULL\b(?![^;\n]{0,200}\bDEFAULT\b)|\bDROP COLUMN\b|\bRENAME (?:COLUMN|TO)\b|\bSET NOT NULL\b|\bnullable\s*[=:]\s*[Ff]alse|\bremove_column\b|\brename_column\b|\bR(?:emove|ename)Field\(/i,
    },
    good: {
      said: /\bnullable\b|\bback-?fill|\b(?:rows|records) at a time\b|\bin batches\b|\bold column (?:stays|remains|is kept)|\blater release\b|\bfirst step\b|\bstep one\b/i,
      code: /\bnullable\s*[=:]\s*[Tt]rue|\bnull\s*=\s*True|\bADD COLUMN (?:(?!\bNOT NULL\b)[^;\n])*;?\s*$/m,
    },
  },
  {
    name: 'work done one by one',
    asked:
      /\bin (?:batches|bulk|chunks|groups)\b|\bbatched\b|\bbatch(?:es|ing)? (?:of|up|the|them)\b|\bfewer\b[^.;]{0,20}\b(?:requests|calls|queries)|\b(?:one|single) (?:request|query|call) (?:for|per) (?:all|many|the)/i,
    refused:
      /\bN ?\+ ?1\b|\bone by one\b|\bone at a time\b|\b(?:quer(?:y|ies)|calls?|requests?)\b[^.;]{0,20}\b(?:in|inside) (?:a |the )?loops?\b/i,
    bad: {
      said: /\bone by one\b|\bone at a time\b|\b(?:each|every)\b(?:(?!\b(?:rather|instead|than)\b)[^.;]){0,50}\b(?:separately|individually|on its own|by itself|as soon as|right away|immediately)\b|\bfor (?:each|every) \w+ (?:separately|individually)|\b(?:request|query|call|insert|message)s? (?:per|for each|for every) (?:item|row|record|reading|entry|recipient|line|element|id)\b/i,
      code: /\bfor\b[^\n]{0,200}\n(?:[^\n]{0,200}\n)?[^\n]{0,200}\.(?:save|insert|execute|query|post|publish|findById|findOne)\w*\(/,
    },
    good: {
      said: /\bin (?:batches|bulk|chunks|groups)\b|\bbatch\w*|\bbulk\b|\b(?:as|in|with) (?:one|a single) (?:request|query|call|statement|insert|message)\b|\b\d[\d,]* (?:\w+ )?at a time\b/i,
      code: /\bbulk_?\w*\(|\b(?:insert|create|save|update)_?(?:Many|All)\w*\(|\bexecutemany\(|\bbatch\w*\(|\bDataLoader\b|\b(?:select|prefetch)_related\(|\bJOIN FETCH\b|\bIN \(|\bWHERE \w+ = ANY\b|\.in_\(/i,
    },
  },
  {
    name: 'rewritten history',
    asked: /\bimmutable\b|\bappend[- ]only\b|\bwrite[- ]once\b|\bnew (?:revision|version|row|entry|record)s?\b/i,
    refused:
      /\b(?:updated|edited|modified|overwritten|altered|rewritten|changed|update|edit|modify|overwrite|change|rewrite)\b(?! (?:without|outside|by|from|unless|before|directly))/i,
    about:
      /\b(?:immutable|append|entr(?:y|ies)|records?|ledger|journal|events?|revisions?|published|posted|booked|audit|migrations?|history)\b/i,
    shared: true,
    bad: {
      said: /\bin place\b|\boverwrit(?:e|es|ing)\b|\b(?:updat|edit|correct|chang|modif|fix|amend|patch)\w*\b[^.;]{0,25}\b(?:existing|published|old|original|posted|booked|stored|released|applied|same)\b/i,
      code: /\bUPDATE\s+\w+\s+SET\b/i,
    },
    good: {
      said: /\bnew (?:revision|version|copy|entry|row|event|correction|booking|migration|record)\b|\bcompensat\w+|\breversal\b|\b(?:correcting|reversing|counter)[- ](?:entry|booking)|\bappend(?:s|ing)? (?:an?|the)\b/i,
    },
  },
  {
    name: 'data that nobody can bring back',
    asked:
      /\bsoft[- ]delet|\b(?:retain|kept|keep|stay|remain|preserv|archiv)\w*\b[^.;]{0,60}\b(?:years?|months?|forever|indefinitely|auditors?|history)\b|\bappend[- ]only\b/i,
    refused:
      /\b(?:physical(?:ly)?|hard)\b[^.;]{0,12}\bdelet|\b(?:deleted?|removed?|purged?|erased?|truncated?|wiped?)\b(?! (?:without|outside|by|from|unless|directly))/i,
    about:
      /\b(?:records?|rows?|entr(?:y|ies)|data|history|logs?|documents?|invoices?|objects?|files?|orders?|users?|accounts?|messages?|events?|bookings?|soft)\b/i,
    shared: true,
    bad: {
      said: /\bhard[- ]delet|\bphysically (?:delet|remov)|\ba DELETE\b|\bDELETEs?\b|\bTRUNCATE\b|\b(?:delet|purg|eras|wip)(?:e|es|ing)\b[^.;]{0,50}\b(?:rows?|records?|entr(?:y|ies)|history|tables?|data|them|it)\b/,
      code: /\bDELETE FROM\b|\bTRUNCATE\b|\.(?:delete|destroy|purge|remove)(?:Many|All|_all|ById|Where)?\(/i,
    },
    good: {
      said: /\bsoft[- ]delet|\b(?:mark|flag)\w*\b[^.;]{0,40}\bas (?:deleted|removed|inactive|archived|withdrawn|closed|terminated)\b|\b(?:set|fill)\w*\b[^.;]{0,30}\b\w+_(?:at|on)\b|\barchiv(?:e|es|ing)\b/i,
      code: /\b(?:deleted|terminated|archived|withdrawn|removed|deactivated|closed|ended)_?(?:at|on|date)\b|\bis_?(?:deleted|archived|active)\b/i,
    },
  },
  {
    name: 'whole files in memory',
    about: /\b(?:files?|uploads?|downloads?|exports?|imports?|memory|bod(?:y|ies)|reports?|attachments?|dumps?)\b/i,
    asked: /\bstream(?:ed|s|ing)?\b|\bline by line\b|\bin chunks\b/i,
    refused: /\b(?:into|in) memory\b|\b(?:whole|entire)\b[^.;]{0,30}\b(?:memory|buffer|at once)\b/i,
    bad: {
      said: /\b(?:whole|entire|complete|full)\b[^.;]{0,40}\b(?:into|in) (?:memory|a (?:buffer|string|list|array))\b|\binto memory\b/i,
      code: /\breadFile(?:Sync)?\(|\bfile_get_contents\(|\b(?:io|ioutil)\.ReadAll\(|\.read\(\)|\breadAllBytes\b|\.readlines\(\)|\bread_to_(?:string|end)\(|\btoByteArray\(|\barrayBuffer\(\)|\bos\.ReadFile\(/,
    },
    good: {
      said: /\bstream\w*|\bchunk\w*|\bline by line\b/i,
      code: /\bcreateReadStream\b|\.pipe\(|\bpipeline\(|\biter_(?:content|lines)\b|\bio\.Copy\(|\bStreamingResponse\b|\bchunk_?size\b|\bInputStream\b|\bBufReader\b|\bbufio\b/i,
    },
  },
  {
    name: 'events beside the outbox',
    asked: /\boutbox\b/i,
    bad: {
      said: /\b(?:publish|send|emit|produc)\w*\b[^.;]{0,50}\b(?:directly|straight|right after|after (?:the )?commit|immediately)\b/i,
      code: /\b(?:kafka|producer|broker|publisher|bus|rabbit|sns|sqs|nats)\w*\.(?:send|publish|produce|emit)\w*\(/i,
    },
    good: { said: /\boutbox\b/i, code: /\boutbox/i },
  },
  {
    name: 'rows of other tenants',
    about: /\b(?:quer(?:y|ies)|rows?|filter\w*|scop\w+|isolat\w+|access|reads?|tables?|requests?|look ?ups?)\b/i,
    asked: /\b(?:tenant|organi[sz]ation|workspace)(?:s|_?id| id)?\b/i,
    bad: {
      said: /\b(?:across|of|for|from) (?:all|every|other) (?:tenants|organi[sz]ations|workspaces)|\b(?:without|ignor\w+|regardless of) (?:the |its )?(?:tenant|organi[sz]ation|workspace)/i,
    },
    good: {
      said: /\b(?:filter|scope|restrict|limit|check)\w*\b[^.;]{0,40}\b(?:tenant|organi[sz]ation|workspace)/i,
      code: /\btenant_?id\b|\bfor_?tenant\b|\borgani[sz]ation_?id\b|\bworkspace_?id\b/i,
    },
  },
  {
    name: 'changes without a trail',
    asked: /\baudit(?:ed| log| trail| entr| record| event)/i,
    bad: { said: /\b(?:without|skip\w*|no) (?:an? |the |any )?audit/i },
    good: {
      said: /\b(?:write|add|record|append|create|emit)\w*\b[^.;]{0,40}\baudit (?:entr|log|record|trail|event)/i,
      code: /\baudit\w*(?:\.|::|->)?\w*\(|\bAuditLog\b|\baudit_log\b/i,
    },
  },
  {
    name: 'data sent without consent',
    about: /\b(?:track\w*|analytics?|cookies?|marketing|newsletters?|telemetry|pixels?|profil\w+|location|consent)\b/i,
    asked: /\bconsent|\bopt(?:ed|s)?[- ]in\b/i,
    bad: {
      said: /\b(?:before|without|regardless of|even (?:without|before|if))\b[^.;]{0,40}\b(?:consent|agree\w*|opt(?:ed|s)?[- ]in)\b|\b(?:on|enabled|ticked|checked) by default\b|\bpre-?(?:ticked|checked)\b/i,
    },
    good: {
      said: /\b(?:only|not) (?:after|once|when|if|before|until)\b[^.;]{0,50}\b(?:consent|agree\w*|opt(?:ed|s)?[- ]in)|\bafter (?:the )?(?:user )?(?:consent|agree)/i,
      code: /\b(?:has|is|check|require|with)_?consent\w*|\bconsent(?:_?(?:given|granted|state)|[.(])/i,
    },
  },
  {
    name: 'work while the caller waits',
    asked:
      /\basynchronous(?:ly)?\b|\bin the background\b|\b(?:by|in|on) (?:the|a) (?:background )?(?:worker|queue|job)\b|\benqueu/i,
    refused: /\b(?:in|inside|within|during) (?:the|a) request\b|\bsynchronous(?:ly)?\b/i,
    shared: true,
    bad: {
      said: /\b(?:right|directly|straight) (?:in|inside) the (?:\w+ )?(?:handler|controller|view|endpoint)\b|\b(?:in|inside|within) the (?:\w+ )?request\b|\bsynchronous(?:ly)?\b/i,
    },
    good: {
      said: /\benqueu\w*|\b(?:to|into|onto|on|through|via) (?:the|a) (?:\w+ )?queue\b|\bin the background\b|\bbackground (?:job|task|worker)\b|\basynchronous(?:ly)?\b/i,
      code: /\benqueue\w*\(|\.delay\(|\bperform_(?:later|async)\b|\bapply_async\(|\bqueue\.(?:add|send|push|publish)\w*\(/i,
    },
  },
  {
    name: 'decisions left to the client',
    asked: /\b(?:on|by|in) the (?:server|backend)\b|\bserver[- ](?:side|authoritative)\b/i,
    refused:
      /\b(?:on|by|in) the (?:client|browser|frontend)\b|\bclient[- ]side\b|\b(?:trust|believ)\w*\b[^.;]{0,20}\bclient/i,
    shared: true,
    bad: {
      said: /\b(?:let|have|make) the (?:client|browser|app|device|front ?end) (?:post|send|submit|compute|calculate|decide|determine|set|choose|check|validate|store|keep|verify)\b|\bclient[- ]side\b|\b(?:in|on|by) the (?:client|browser|front ?end)\b/i,
    },
    good: { said: /\b(?:on|in|by) the (?:server|backend)\b|\bserver[- ]side\b/i },
  },
  {
    name: 'values fixed in the code',
    asked: NOTHING,
    refused:
      /\b(?:written|kept|put|baked) (?:in|into) the (?:code|source)\b|\bhard-?cod|\bmagic numbers?\b|\bliterals?\b/i,
    about: /^(?!.*\b(?:secrets?|credentials?|passwords?|tokens?|colou?rs?|texts?|strings?)\b).*$/is,
    bad: {
      said: /\bhard-?cod(?:e|es|ing)\b|\bas a constant\b|\bas a literal\b/i,
      code: /[=:?]\s*\d+\.\d+\b|^[ \t]*(?:const |final |static )?\w+ = \d{2,}\b/m,
    },
    good: {
      said: /\b(?:from|in|into) the (?:\w+ )?(?:config\w*|settings?|table|database)\b|\b(?:remov|delet|drop)\w* the (?:\w+ )?constants?\b/i,
    },
  },
  {
    name: 'a connection for everyone',
    about: /\bconnections?\b/i,
    asked: /\bpool(?:ed|s|ing)?\b/i,
    bad: {
      said: /\bnew connection (?:for|per|on|in) (?:each|every)|\bconnection per (?:request|call|query)|\bwithout (?:the |a )?pool/i,
    },
    good: { said: /\b(?:from|use|through|via) (?:the |a )?(?:connection )?pool\b/i, code: /\bpool\b/i },
  },
  {
    name: 'secrets anybody can read',
    about: /\b(?:passwords?|tokens?|secrets?|keys?|codes?|pins?)\b/i,
    asked: /\bhashed\b|\bencrypted\b|\bas (?:an? )?(?:hash|digest)/i,
    bad: { said: /\b(?:in|as) (?:plain|clear) ?text\b|\bin the clear\b|\bunhashed\b|\bunencrypted\b/i },
    good: { said: /\bhash(?:e[sd]|ing)?\b|\bencrypt\w*/i, code: /\bhash\w*\(|\bdigest\(|\bencrypt\w*\(/i },
  },
  {
    name: 'another region',
    about: /\b(?:regions?|stored?|hosted|leaves?|data|residency)\b/i,
    asked: /\bEU\b|\beu-(?:west|central|north|south)|\beurope\b|\bFrankfurt\b|\bGermany\b|\bSwitzerland\b|\bIreland\b/i,
    bad: {
      said: /\b(?:us|ap|sa|ca)-(?:east|west|south|north|central|southeast|northeast)-?\d|\bUS region\b/i,
      code: /\b(?:us|ap|sa)-\w+-?\d/,
    },
    good: { said: /\beu-\w+-\d|\beurope-\w+\d/i, code: /\beu-\w+-\d|\beurope-\w+\d/ },
  },
];
