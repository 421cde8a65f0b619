// Abbreviations in code: a question about the configuration folder also means `cfg_dir`.
import { terms } from '../../text/terms.ts';

/**
 * Groups of synonyms. Left out are abbreviations that often mean something else: `pos` and `init` have the stems of
 * other words, and `src` occurs in every path.
 */
const ALIKE = `
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
  index indices idx
  integer int
  length len
  maximum max highest largest biggest
  memory mem
  message msg
  minimum min lowest smallest
  number num
  object obj
  packet pkt
  password passwd pwd
  pointer ptr
  previous prev
  reference ref
  regex regexp
  repository repo
  request req
  response resp
  service svc
  string str
  temporary temp tmp
  update upd
  user usr
  value val
  variable var
  vector vec`;

const GROUPS = new Map<string, readonly string[]>();
for (const line of ALIKE.trim().split('\n')) {
  const group = terms(line);
  for (const term of group) GROUPS.set(term, group);
}

/** Every spelling that code may use for these terms, mapped to its term; `config` and `cfg` in one question are one. */
export function spellingsOf(asked: readonly string[]): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const term of asked) {
    for (const spelling of GROUPS.get(term) ?? [term]) spellings.set(spelling, term);
  }
  return spellings;
}
