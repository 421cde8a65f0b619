// A regular expression as instructions: take a character, or go on at several places at once.
export type Instruction =
  | { readonly kind: 'take'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'start' | 'finish' | 'end' }
  | { readonly kind: 'border'; readonly wanted: boolean };

/** Instructions whose jumps count from their own beginning, so that they can be put anywhere. */
type Piece = readonly Instruction[];
type Refuse = (reason: string) => Error;

const LARGEST = 4000;
const DEEPEST = 100;

export function program(pattern: string, refuse: Refuse): readonly Instruction[] {
  return new PatternReader(pattern, refuse).whole();
}

const moved = (piece: Piece, by: number): Piece =>
  piece.map((each) => (each.kind === 'split' ? { ...each, to: each.to.map((target) => target + by) } : each));

const then = (first: Piece, second: Piece): Piece => [...first, ...moved(second, first.length)];

const either = (first: Piece, second: Piece): Piece => {
  const behind = first.length + second.length + 2;
  return [
    { kind: 'split', to: [1, first.length + 2] },
    ...moved(first, 1),
    { kind: 'split', to: [behind] },
    ...moved(second, first.length + 2),
  ];
};

const optional = (piece: Piece): Piece => [{ kind: 'split', to: [1, piece.length + 1] }, ...moved(piece, 1)];
const any = (piece: Piece): Piece => [
  { kind: 'split', to: [1, piece.length + 2] },
  ...moved(piece, 1),
  { kind: 'split', to: [0] },
];

const CLASSES: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/ };
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

class PatternReader {
  readonly #characters: readonly string[];
  readonly #refuse: Refuse;
  #at = 0;
  #depth = 0;
  #ignoreCase = false;
  #dotTakesLines = false;

  constructor(pattern: string, refuse: Refuse) {
    this.#characters = Array.from(pattern);
    this.#refuse = refuse;
  }

  whole(): readonly Instruction[] {
    const piece = this.#alternatives();
    if (this.#at < this.#characters.length) throw this.#refuse("a ')' is open nowhere");
    return then(piece, [{ kind: 'end' }]);
  }

  #peek(text: string): boolean {
    return Array.from(text).every((character, index) => this.#characters[this.#at + index] === character);
  }

  #take(text: string): boolean {
    const found = this.#peek(text);
    if (found) this.#at += text.length;
    return found;
  }

  #alternatives(): Piece {
    if (++this.#depth > DEEPEST) throw this.#refuse('it is nested too deeply');
    let piece = this.#sequence();
    while (this.#take('|')) piece = this.#checked(either(piece, this.#sequence()));
    this.#depth--;
    return piece;
  }

  #sequence(): Piece {
    let piece: Piece = [];
    while (this.#at < this.#characters.length && !this.#peek('|') && !this.#peek(')')) {
      piece = this.#checked(then(piece, this.#repeated()));
    }
    return piece;
  }

  #checked(piece: Piece): Piece {
    if (piece.length > LARGEST) throw this.#refuse('it is too large');
    return piece;
  }

  #repeated(): Piece {
    let piece = this.#atom();
    for (;;) {
      const [least, most] = this.#times() ?? [];
      if (least === undefined || most === undefined) return piece;
      if (piece.length * Math.max(least, Number.isFinite(most) ? most : 1) > LARGEST)
        throw this.#refuse('it is too large');
      let result: Piece = [];
      for (let count = 0; count < least; count++) result = then(result, piece);
      if (most === Number.POSITIVE_INFINITY) result = then(result, any(piece));
      else {
        let rest: Piece = [];
        for (let count = least; count < most; count++) rest = optional(then(piece, rest));
        result = then(result, rest);
      }
      piece = this.#checked(result);
      // Greedy or not makes no difference to whether the whole text matches.
      if (!this.#take('?')) void this.#take('+');
    }
  }

  #times(): readonly [number, number] | null {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    const rest = this.#characters.slice(this.#at, this.#at + 20).join('');
    const [all, least, comma, most] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(rest) ?? [];
    if (all === undefined) return null;
    this.#at += all.length;
    const from = Number(least);
    const to = most ? Number(most) : comma ? Number.POSITIVE_INFINITY : from;
    if (to < from) throw this.#refuse(`{${from},${to}} ends before it begins`);
    return [from, to];
  }

  #atom(): Piece {
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return [{ kind: 'take', accepts: this.#set() }];
    if (this.#take('^')) return [{ kind: 'start' }];
    if (this.#take('$')) return [{ kind: 'finish' }];
    if (this.#take('.')) {
      const everything = this.#dotTakesLines;
      return [{ kind: 'take', accepts: (character) => everything || character !== '\n' }];
    }
    if (this.#take('\\b')) return [{ kind: 'border', wanted: true }];
    if (this.#take('\\B')) return [{ kind: 'border', wanted: false }];
    if (['*', '+', '?'].some((sign) => this.#peek(sign))) throw this.#refuse('a repetition follows nothing');
    return [{ kind: 'take', accepts: this.#single() }];
  }

  #group(): Piece {
    const ignored = this.#ignoreCase;
    if (this.#take('?')) {
      const flags: string[] = [];
      while (/[imsu]/.test(this.#characters[this.#at] ?? '')) flags.push(this.#next());
      if (flags.includes('i')) this.#ignoreCase = true;
      if (flags.includes('s')) this.#dotTakesLines = true;
      if (flags.length > 0 && this.#take(')')) return [];
      if (!this.#take(':')) throw this.#refuse('groups that look around or have names');
    }
    const piece = this.#alternatives();
    if (!this.#take(')')) throw this.#refuse("a '(' is never closed");
    this.#ignoreCase = ignored;
    return piece;
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw this.#refuse('it ends too early');
    return character;
  }

  /** One character, or one of an escaped class. */
  #single(): (character: string) => boolean {
    const character = this.#next();
    if (character !== '\\') return this.#literal(character);
    const escaped = this.#next();
    const known = CLASSES[escaped.toLowerCase()];
    if (known) {
      const wanted = escaped === escaped.toLowerCase();
      return (each) => known.test(each) === wanted;
    }
    if (/[1-9]/.test(escaped)) throw this.#refuse('back references');
    const control = CONTROLS[escaped];
    if (control === undefined && /[A-Za-z0]/.test(escaped)) throw this.#refuse(`\\${escaped}`);
    return this.#literal(control ?? escaped);
  }

  #literal(character: string): (each: string) => boolean {
    if (!this.#ignoreCase) return (each) => each === character;
    const folded = character.toLowerCase();
    return (each) => each.toLowerCase() === folded;
  }

  #set(): (character: string) => boolean {
    const negated = this.#take('^');
    const tests: ((character: string) => boolean)[] = [];
    do {
      const first = this.#characters[this.#at] ?? '';
      const isRange =
        this.#characters[this.#at + 1] === '-' && ![']', undefined].includes(this.#characters[this.#at + 2]);
      if (first === '[') throw this.#refuse('a set inside a set');
      if (first === '\\' || !isRange) {
        tests.push(this.#single());
        continue;
      }
      this.#at += 2;
      const last = this.#next();
      const fold = this.#ignoreCase;
      const within = (each: string) => each >= first && each <= last;
      tests.push((each) => within(each) || (fold && (within(each.toLowerCase()) || within(each.toUpperCase()))));
    } while (!this.#take(']'));
    return (character) => tests.some((test) => test(character)) !== negated;
  }
}
