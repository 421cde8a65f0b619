/** The time in milliseconds since 1970, as `Date.now` has it. */
export interface Clock {
  now(): number;
}
