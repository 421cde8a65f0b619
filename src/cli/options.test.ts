import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addSettings, configOf, settings } from './options.ts';

const given = (...input: string[]) =>
  configOf(addSettings(new Command('serve'), settings.serve).parse(input, { from: 'user' }).opts());

it('flags that take several values set their plural settings', () => {
  expect(
    given('--root', '/a, /b', '--host-name', 'memory.example.org', '--auth-server', 'https://auth.example.org'),
  ).toMatchObject({
    roots: ['/a', '/b'],
    hostNames: ['memory.example.org'],
    authServers: ['https://auth.example.org'],
  });
});

it('flags are parsed as the types of their settings', () => {
  expect(given('--port', '0', '--read-only', '--llm-gguf', 'a.gguf', '--llm-temperature', '0.7')).toMatchObject({
    port: 0,
    readOnly: true,
    llmGguf: 'a.gguf',
    llmTemperature: 0.7,
  });
});
