// Property tests use the same cases in every run; FUZZ_SEED selects others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
