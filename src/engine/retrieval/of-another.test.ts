import { expect, it } from 'vitest';
import { tellsOfAnother } from './of-another.ts';

it.each([
  ['rate limit of /memberships', 'Public API, rate limit of /availability: 600 requests per minute.'],
  ['What is the default range for nitrate?', "Alkalinity's default range is 7 to 11 dKH."],
  ['litres per hectare for sugar beet', 'Potatoes are the thirsty ones, 25 litres per hectare.'],
])('a result tells the same of something else: %s', (question, text) => {
  expect(tellsOfAnother(question, text)).toBe(true);
});

it.each([
  ['rate limit of /orders', 'Public API, rate limit of /orders: 60 requests per minute.'],
  [
    'How do I issue free tickets for a delegation?',
    'Issuing complimentary tickets for a group: choose Order, then Group.',
  ],
  ['What is the test command for this project?', 'The test command is npm run check.'],
  ['deploy steps for the app', 'Deploy steps: build, tag, push.'],
  ['port of the shop', 'The shop listens on 8080.'],
  ['who talks to the aviation authority for us', 'Aviation authority, licences, insurance: Casimir Ott.'],
  ['why was the port changed', 'The port was changed because of a clash.'],
])('a result tells it of the same thing, or something else altogether: %s', (question, text) => {
  expect(tellsOfAnother(question, text)).toBe(false);
});
