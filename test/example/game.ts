// The servers of a game, in prose only.
import type { MemoryInput } from '../../src/engine/memories/draft.ts';

export const GAME: readonly MemoryInput[] = [
  { type: 'requirements', content: 'G-1: Matchmaking. MatchService must find an opponent within 20 seconds.' },
  {
    type: 'requirements',
    content:
      'G-2: Cheating. The server must never trust scores that the client sends; ScoreService computes them itself.',
  },
  {
    type: 'requirements',
    content: 'G-3: Chat. ChatRelay shall filter insults and keep messages for no longer than 30 days.',
  },
  { type: 'requirements', content: 'G-4: Children. ChatRelay must not show the real names of players under 16.' },
  {
    type: 'design',
    content:
      'A-1: Live updates. We use WebSockets between ChatRelay and the app; polling was rejected since it drains the battery. Status: Accepted.',
  },
  {
    type: 'design',
    content:
      'A-2: Leaderboard. ScoreService keeps the leaderboard in Redis and writes through to PostgreSQL. Status: Accepted.',
  },
  {
    type: 'design',
    content:
      'A-3: Messages on the wire are Protocol Buffers, because JSON was three times as large. Applies to MatchService and ChatRelay.',
  },
  {
    type: 'design',
    content: 'A-4: Config. Settings of MatchService are read from YAML files at start. Status: Deprecated.',
  },
  { type: 'design', content: 'A-5: Ids of matches in MatchService are UUIDs, not sequential numbers.' },
  {
    type: 'design',
    content:
      'A-6: Errors. ScoreService should wrap every call to the database in a retry with exponential backoff, up to 4 attempts.',
  },
  { type: 'component', content: 'MatchService: brings players together.' },
  { type: 'component', content: 'ScoreService: counts points.' },
  { type: 'component', content: 'ChatRelay: passes messages on.' },
];

export const GAME_FIXES: readonly (readonly [
  fix: string,
  component: string,
  expected: 'aligned' | 'contradicts' | 'unrelated',
])[] = [
  [
    'Widen the skill range after 10 seconds so that an opponent is found in under 20 seconds.',
    'MatchService',
    'aligned',
  ],
  ['Let players wait up to 60 seconds for an opponent.', 'MatchService', 'contradicts'],
  ['Send matches as JSON.', 'MatchService', 'contradicts'],
  ['Add a field for the region to the Protocol Buffers message.', 'MatchService', 'aligned'],
  ['Number matches sequentially, starting at 1: sequential numbers are easier to read.', 'MatchService', 'contradicts'],
  ['Log the UUID of a match when it ends.', 'MatchService', 'aligned'],
  ['Read the settings from TOML files.', 'MatchService', 'unrelated'],
  ['Play a sound when a match begins.', 'MatchService', 'unrelated'],
  ['Take the score that the client sends.', 'ScoreService', 'contradicts'],
  ['Compute scores on the server from the recorded moves.', 'ScoreService', 'aligned'],
  ['Keep the leaderboard in Memcached.', 'ScoreService', 'contradicts'],
  ['Write through to PostgreSQL in batches of 50.', 'ScoreService', 'aligned'],
  ['Retry a failed call to the database 10 times.', 'ScoreService', 'contradicts'],
  ['Retry calls to the database with exponential backoff and 3 attempts.', 'ScoreService', 'aligned'],
  ['Round the points to whole numbers.', 'ScoreService', 'unrelated'],
  ['Remove unused imports.', 'ScoreService', 'unrelated'],
  ['Poll for new messages every second: switch ChatRelay to polling.', 'ChatRelay', 'contradicts'],
  ['Close idle WebSockets after ten minutes.', 'ChatRelay', 'aligned'],
  ['Keep chat messages for a year (365 days).', 'ChatRelay', 'contradicts'],
  ['Delete messages after 14 days.', 'ChatRelay', 'aligned'],
  ['Turn off the filter for insults in private rooms.', 'ChatRelay', 'contradicts'],
  ['Show the real names of players in team chat.', 'ChatRelay', 'contradicts'],
  ['Make the font of messages larger.', 'ChatRelay', 'unrelated'],
  ['Translate the menu.', 'ChatRelay', 'unrelated'],
];
