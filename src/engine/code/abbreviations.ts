// Who asks for the configuration folder means `cfg_dir` as well: names in code are cut short, questions are not.
import { terms } from '../text/terms.ts';

/** The word in full first, then as code has it; the plural comes by itself. Only what is hardly ever short for something else. */
const ABBREVIATIONS = `
  address addr
  argument arg parameter param
  attribute attr
  authentication auth
  average avg
  boolean bool
  buffer buf
  calculate calc
  character char
  column col
  command cmd
  configuration config cfg conf
  connection conn
  context ctx
  count cnt
  database db
  delete del remove rm
  dictionary dict
  directory dir folder
  document doc
  element elem
  environment env
  error err
  execute exec
  format fmt
  function func fn
  generate gen
  header hdr
  identifier id
  image img
  index idx
  initialize init
  integer int
  length len
  maximum max
  memory mem
  message msg
  minimum min
  number num
  object obj
  packet pkt
  password passwd pwd
  pointer ptr
  position pos
  previous prev
  reference ref
  regex regexp
  repository repo
  request req
  response resp
  service svc
  source src
  string str
  temporary temp tmp
  update upd
  user usr
  value val
  variable var
  vector vec
  window win`;

const FULL = new Map<string, string>();
const SPELLINGS = new Map<string, readonly string[]>();
for (const line of ABBREVIATIONS.trim().split('\n')) {
  const spellings = terms(line);
  const [full = ''] = spellings;
  SPELLINGS.set(full, spellings);
  for (const spelling of spellings) FULL.set(spelling, full);
}

/** A term as it stands for all its spellings. */
export const inFull = (term: string): string => FULL.get(term) ?? term;

/** Every way in which code may write these terms. */
export const spellingsOf = (asked: readonly string[]): string[] => [
  ...new Set(asked.flatMap((term) => SPELLINGS.get(inFull(term)) ?? [term])),
];
