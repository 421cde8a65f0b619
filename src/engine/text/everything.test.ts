import { expect, it } from 'vitest';
import { asksForEverything } from './everything.ts';

it.each([
  'What do you remember about this project?',
  'what do you know',
  'what do we already know about this repo?',
  "What's stored?",
  'what have we noted so far',
  'Hey, can you tell me everything you know about our project',
  'project overview',
  'give me a summary of this project',
  'Please catch me up',
  'bring me up to speed on the project',
  'list all memories',
  'summarize what you remember so far',
])('asks for everything: %s', (question) => expect(asksForEverything(question)).toBe(true));

it.each([
  'what do you remember about billing?',
  'what do you know about the project manager',
  'what is stored in the bucket',
  'where is the project overview?',
  'summary of the incident',
  'what did we note about this project plan',
  'context of the React provider',
  'list all services',
  'context',
  'summary of the app',
  'what is noted in the runbook',
  '',
])('asks for one thing: %s', (question) => expect(asksForEverything(question)).toBe(false));
