// SQL that is put together from strings and values, in the ways that languages have for it.

const BEGINS = String.raw`(?:SELECT\s[^"'${'`'}]*?\bFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b`;

const WAYS: readonly RegExp[] = [
  // "… WHERE id = " + id, '…' . $id, "…" % id, "…".format(id)
  new RegExp(String.raw`(["'])\s*${BEGINS}(?:(?!\1)[^\n])*\1\s*(?:\+\s*\w|\.\s*[$\w(]|%\s*[\w(]|\.format\()`, 'i'),
  // f"… {id}", $"… {id}"
  new RegExp(String.raw`(?:\bf|\$@?)(["']{1,3})\s*${BEGINS}(?:(?!\1)[\s\S])*?\{`, 'i'),
  // `… ${id}`, "… #{id}", "… $id", "… \(id)"
  new RegExp(String.raw`(["${'`'}]{1,3})\s*${BEGINS}(?:(?!\1)[\s\S])*?(?:[$#]\{|\$[a-z_]|\\\()`, 'i'),
  new RegExp(
    String.raw`\b(?:Sprintf|format!?|sprintf|String\.format)\s*\(\s*(["${'`'}])\s*${BEGINS}(?:(?!\1)[\s\S])*?(?:%[svdq]|\{)`,
    'i',
  ),
];

/** `$1` is a placeholder, and so is `:id`. */
export function gluedSql(text: string): string | null {
  for (const way of WAYS) {
    const [found] = way.exec(text) ?? [];
    if (found !== undefined) return found.replace(/\s+/g, ' ').slice(0, 80);
  }
  return null;
}
