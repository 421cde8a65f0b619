/** The time in milliseconds since 1970, like `Date.now`. */
export interface Clock {
  now(): number;
}
