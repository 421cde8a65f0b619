import { defineConfig } from 'vitest/config';

// A server for the suites of stores and the tests of contracts, and whether to distribute its tables over Citus. The program
// refuses variables that it does not know, so the tests get them by other names.
const { REMANENCE_TEST_DATABASE: server, REMANENCE_TEST_CITUS: citus } = process.env;
delete process.env.REMANENCE_TEST_DATABASE;
delete process.env.REMANENCE_TEST_CITUS;

export default defineConfig({
  test: {
    env: { ...(server ? { TEST_DATABASE: server } : {}), ...(citus ? { TEST_CITUS: citus } : {}) },
    include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    // Generous, because a machine shared with others may stand still for a while.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/setup.ts'],
    // One more than the cores of a small machine: a third of the time, tests wait for servers that they started.
    maxWorkers: 3,
    // The files that a worker runs share what they import, the model and the readers of code (test/open.ts).
    isolate: false,
  },
});
