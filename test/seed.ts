// Properties are tried with the same cases in every run; FUZZ_SEED tries others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
