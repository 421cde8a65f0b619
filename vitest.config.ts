import { defineConfig } from 'vitest/config';

// A server for the suites of stores and the tests of contracts. The program refuses variables that it does not know, so the
// tests get it by another name.
const { REMANENCE_TEST_DATABASE: server } = process.env;
delete process.env.REMANENCE_TEST_DATABASE;

export default defineConfig({
  test: {
    env: server ? { TEST_DATABASE: server } : {},
    include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 30_000,
    setupFiles: ['test/seed.ts'],
    // Two cores, and several suites start servers of their own.
    maxWorkers: 2,
    // The files that a worker runs share what they import, the model and the readers of code (test/open.ts).
    isolate: false,
  },
});
