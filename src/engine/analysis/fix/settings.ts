// Settings with their values, in prose and in code: `runAsNonRoot is true`, `block_public_acls = false`.

export interface Setting {
  readonly key: string;
  readonly value: string;
  readonly written: string;
}

const VALUE = 'true|false|on|off|enabled|disabled|yes|no|null|none';
/** A name must not be read from its middle; the bounded lengths below keep matching fast. */
const START = String.raw`(?<![\w$.-])["'${'`'}]?`;
const KEY = String.raw`[A-Za-z_$][\w$]{0,60}(?:[_.-][\w$]|[a-z\d][A-Z])[\w$.-]{0,60}`;
const IN_CODE = new RegExp(
  String.raw`${START}(${KEY}|[a-z]\w{1,60})["'${'`'}]?\s{0,4}[=:]\s{0,4}["'${'`'}]?(${VALUE})\b`,
  'gi',
);
const IN_PROSE = new RegExp(
  String.raw`${START}(${KEY})["'${'`'}]?\s{1,4}(?:is|are|stays?|remains?|must be|shall be|should be|be|to|set to|is set to|must be set to|equals?)\s{1,4}["'${'`'}]?(${VALUE})\b`,
  'g',
);

export const settingsIn = (text: string): Setting[] =>
  [...text.matchAll(IN_CODE), ...text.matchAll(IN_PROSE)].map(([written, key = '', value = '']) => ({
    key: key.replace(/[_-]/g, '').toLowerCase(),
    value: plainValue(value),
    written: written.trim(),
  }));

function plainValue(value: string): string {
  if (/^(?:true|on|enabled|yes)$/i.test(value)) return 'on';
  return /^(?:false|off|disabled|no)$/i.test(value) ? 'off' : value.toLowerCase();
}
