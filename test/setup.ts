import fc from 'fast-check';
import { afterEach, vi } from 'vitest';

// Property tests use the same cases in every run; FUZZ_SEED selects others.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

// A test that fails leaves no mock behind, not even for the next file, which shares its modules.
afterEach(() => void vi.restoreAllMocks());
