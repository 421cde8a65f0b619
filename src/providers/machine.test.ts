import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { machineOf } from '../compose.ts';
import { readConfig } from '../config.ts';
import { readMachine } from './machine.ts';

describe('the identity of a machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'remanence-machine-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stays with the data folder, and shows the host name', () => {
    const data = join(folder, 'new');
    const first = readMachine(data);
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: hostname() });
    expect(readMachine(data)).toEqual(first);
    expect(readdirSync(data)).toEqual(['machine-id']);
    expect(readMachine(join(folder, 'other')).id).not.toBe(first.id);
  });

  it('is the host name if the data folder cannot keep one', () => {
    const name = hostname();
    writeFileSync(join(folder, 'file'), '');
    expect(readMachine(join(folder, 'file'))).toEqual({ id: name, name });
    writeFileSync(join(folder, 'machine-id'), '');
    expect(readMachine(folder)).toEqual({ id: name, name });
  });

  it('is not needed for a store in a file, and can be given a name', () => {
    const machine = (settings: object) => machineOf(readConfig({ dataDir: folder, ...settings }, {}));
    const database = 'postgres://nobody@127.0.0.1/none';
    expect(machine({})).toBeNull();
    expect(machine({ database, machine: 'build' })).toEqual({ id: 'build', name: 'build' });
    expect(readdirSync(folder)).toEqual([]);
    expect(machine({ database })).toEqual(readMachine(folder));
  });
});
