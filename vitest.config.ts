import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
