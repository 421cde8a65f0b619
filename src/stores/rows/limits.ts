// Limits that every store must keep alike, for tables without a file of their own here.

/** The most memories that are reported as written since a mark, and the most characters of each. */
export const MAX_WRITES = 20;
export const EXCERPT_LENGTH = 120;

/** Tags and labels are read from so many of the newest memories, and so many of each kind of name are listed. */
export const READ_FOR_NAMES = 5000;
export const MAX_NAMES = 200;

/** Removals are kept for this many changes; a process that missed more reloads the vectors. */
export const MAX_REMOVALS = 10_000;

/** A text with more twins is boilerplate; the next run finds what this one leaves. */
export const MAX_TWINS = 50;

/** How many times more matches are taken before filtering; most pass an open filter, fewer a narrow one. */
export const SURPLUS = { open: 2, narrow: 8 };
