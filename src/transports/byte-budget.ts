// Limits bytes held in memory, in total and per user. A request that needs more than is left waits a little.

export interface ByteLimits {
  readonly all: number;
  readonly user: number;
  readonly waitMs: number;
}

/** The bytes one body holds. */
interface Place {
  readonly who: string;
  bytes: number;
}

interface Waiter {
  readonly place: Place;
  readonly bytes: number;
  settle(isIn: boolean): void;
}

const MAX_WAITING = 500;

export class ByteBudget {
  readonly #limits: ByteLimits;
  /** Oldest first. */
  readonly #places = new Set<Place>();
  readonly #waiting = new Set<Waiter>();

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  enter(who: string): Place {
    const place = { who, bytes: 0 };
    this.#places.add(place);
    return place;
  }

  /** False if no room became free in time, or the place was given up meanwhile. */
  async take(place: Place, bytes: number): Promise<boolean> {
    if (!this.#places.has(place)) return false;
    if (this.#fits(place, bytes)) {
      place.bytes += bytes;
      return true;
    }
    if (this.#waiting.size >= MAX_WAITING) return false;
    return new Promise((resolve) => {
      const settle = (isIn: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        if (isIn) place.bytes += bytes;
        resolve(isIn);
      };
      const waiter: Waiter = { place, bytes, settle };
      const timer = setTimeout(() => settle(false), this.#limits.waitMs);
      this.#waiting.add(waiter);
    });
  }

  leave(place: Place): void {
    if (!this.#places.delete(place)) return;
    for (const waiter of this.#waiting) {
      if (waiter.place === place) waiter.settle(false);
      // The longest waiter goes first, unless only a smaller one fits.
      else if (this.#fits(waiter.place, waiter.bytes)) waiter.settle(true);
    }
  }

  /** The oldest may exceed the limits; otherwise half-read bodies could wait for each other for ever. */
  #fits(place: Place, bytes: number): boolean {
    const all = [...this.#places];
    const own = all.filter(({ who }) => who === place.who);
    return (
      (place === all[0] || sum(all) + bytes <= this.#limits.all) &&
      (place === own[0] || sum(own) + bytes <= this.#limits.user)
    );
  }
}

const sum = (places: readonly Place[]): number => places.reduce((total, { bytes }) => total + bytes, 0);
