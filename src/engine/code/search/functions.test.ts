import { describe, expect, it } from 'vitest';
import { type OpenEngine, OWNER } from '../../../../test/open.ts';
import type { TestProject } from '../../../../test/project.ts';
import { useShop } from '../fixture-shop.ts';

let open: OpenEngine;
let shop: TestProject;
const { index } = useShop((...fresh) => {
  [open, shop] = fresh;
});

/** The functions found, with their lines. */
async function functions(query: string, limit = 5) {
  await index(shop, { vectors: false });
  const { found } = await open.engine.code.functions(OWNER, query, { limit });
  return found.map(({ definition }) => `${definition.name}:${definition.startLine}`);
}

const SETTLE = `export function settle(wait: number) {
  const queue: string[] = [];
  const flush = () => {
    for (const parcel of queue) console.log('flush the waiting parcels', parcel);
  };
  return { queue, flush, wait };
}
`;

describe('searching functions', () => {
  it('finds a function by a comment that is longer than a chunk', async () => {
    const filler = Array.from({ length: 60 }, (_, i) => ` * Line ${i} tells what a harbour master would expect.`);
    const comment = ['/**', ' * Weighs the cargo of a vessel on arrival.', ...filler, ' */'].join('\n');
    shop.write('src/dock.ts', `${comment}\nexport function berth(vessel: string) {\n  return vessel;\n}\n`);
    expect(await functions('weighs the cargo of a vessel', 1)).toEqual(['berth:64']);
  });

  it('lists the implementation of overloads, once', async () => {
    shop.write(
      'src/join.ts',
      `export function joinAll(): string;
/** @deprecated */
export function joinAll(a: string): string;
export function joinAll(a: string, b: string): string;
export function joinAll(...all: string[]): string {
  return all.join();
}

export class Box {
  static open(): Box {
    return new Box();
  }
  open(): string {
    return 'box';
  }
}
`,
    );
    shop.write(
      'src/plain.py',
      `from typing import overload


@overload
def plain_text(x: None) -> None: ...


@overload
def plain_text(x: str) -> str: ...


def plain_text(x):
    return x and x.strip()


class Reply:
    @property
    def stale_mark(self):
        return self._mark

    @stale_mark.setter
    def stale_mark(self, value):
        self._mark = value
`,
    );
    expect((await functions('joinAll')).filter((each) => each.startsWith('joinAll'))).toEqual(['joinAll:5']);
    expect((await functions('plain_text')).filter((each) => each.startsWith('plain_text'))).toEqual(['plain_text:12']);
    expect(await functions('stale_mark')).toContain('stale_mark:17');
    expect(await functions('Box.open')).toContain('open:10');
  });

  it('lists the function around a local one, unless the question names that or it has a comment', async () => {
    shop.write('src/settle.ts', SETTLE);
    expect((await functions('flush the waiting parcels'))[0]).toBe('settle:1');
    expect((await functions('flush'))[0]).toBe('flush:3');
    expect((await functions('what does flush() do to the waiting parcels'))[0]).toBe('flush:3');
    shop.write('src/settle.ts', SETTLE.replace('  const flush', '  /** Sends all. */\n  const flush'));
    expect((await functions('flush the waiting parcels'))[0]).toBe('flush:4');
  });
});
