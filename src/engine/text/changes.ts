// Tells whether a text reports that something has changed.

const CHANGE = new RegExp(
  String.raw`\b(?:${[
    'no longer|not any ?more|instead of|rather than|from now on|from \\S+ on|as of|since|now|new|gone',
    '(?:switch|migrat|mov|chang|convert)(?:ed|es|ing)',
    '(?:rais|lower|reduc|increas|bump|extend|shorten|renam|upgrad|downgrad)(?:ed|es)',
    'replac(?:ed|es)|supersed(?:ed|es)|retired|deprecated|decommissioned|dropped|thrown out|(?:shut|switched|turned) (?:down|off)',
    'meanwhile|in the meantime|for the time being|stands? in|fills? in|while \\S+ is (?:away|on)',
    '(?:took|takes|taken|hand(?:ed|s)) over|left|leaves|becomes?|became',
    'went (?:up|down|to)|goes (?:up|down)|comes? down',
  ].join('|')})\b`,
  'i',
);
/** A change is reported in the first words. */
const WORDS = 30;

export const reportsChange = (text: string): boolean => CHANGE.test(text.split(/\s+/, WORDS).join(' '));
