// Unique texts with every kind of character.
import type { Random } from '../random.ts';

const WORDS =
  'harbour lantern kestrel granite willow copper signal orchard meadow anvil thimble glacier saffron barley compass furnace quarry heron juniper ledger mortar nettle oxbow pewter quiver rudder sextant tallow umber vellum walnut yarrow zephyr bramble cistern dovecote eaves fathom gable hawser inlet jetty kiln lathe millrace'.split(
    ' ',
  );
const ODDITIES = [
  'naïve',
  '日本語',
  '🦀🧵',
  'e\u0301',
  '\u202eright to left\u202c',
  '"quoted"',
  "it's",
  '<b>',
  '50%',
  '\t',
  '\n',
];

export class Texts {
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A name that was not used before. */
  name(prefix: string): string {
    return `${prefix}${++this.#count}`;
  }

  /** A text that begins with this name. */
  text(name: string): string {
    const length = this.#random.chance(0.05) ? this.#random.int(100, 400) : this.#random.int(6, 25);
    const words = Array.from({ length }, () =>
      this.#random.chance(0.04) ? this.#random.pick(ODDITIES) : this.#random.pick(WORDS),
    );
    return `${name} ${words.join(' ')}.`;
  }

  fresh(prefix: string): { name: string; text: string } {
    const name = this.name(prefix);
    return { name, text: this.text(name) };
  }
}
