export interface Clock {
  now(): number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const YEAR_MS = 365 * DAY_MS;
