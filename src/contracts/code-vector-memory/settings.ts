// The settings of the code-vector-memory profile, under the names its clients know.
import * as z from 'zod';
import { expandHome } from '../../expand-home.ts';
import { number } from '../../setting-values.ts';

/** Anything except a plain no means yes. */
const enabled = (fallback: boolean) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? !/^(?:0|false|no)$/i.test(value.trim()) : value),
    z.boolean().default(fallback),
  );

export const codeMemorySettings = {
  codeMemoryDbPath: z.string().min(1).transform(expandHome).optional().meta({
    env: 'CODE_MEMORY_DB_PATH',
    description: 'Database file, instead of remanence.db in the data folder.',
  }),
  codeMemoryDbDir: z.string().min(1).transform(expandHome).optional().meta({
    env: 'CODE_MEMORY_DB_DIR',
    description: 'Folder of the database file if CODE_MEMORY_DB_PATH is not set (default: the data folder).',
  }),
  codeMemoryLogFile: z.string().min(1).transform(expandHome).optional().meta({
    env: 'CODE_MEMORY_LOG_FILE',
    description: 'File to log to, besides stderr (default: none).',
  }),
  codeMemoryLogDir: z.string().min(1).transform(expandHome).optional().meta({
    env: 'CODE_MEMORY_LOG_DIR',
    description: 'Folder for a log file remanence.log if CODE_MEMORY_LOG_FILE is not set (default: none).',
  }),
  codeMemorySessionId: z.string().min(1).optional().meta({
    env: 'CODE_MEMORY_SESSION_ID',
    description: 'code-vector-memory: the session for calls that name none.',
  }),
  codeMemoryEnableVec: enabled(true).meta({
    env: 'CODE_MEMORY_ENABLE_VEC',
    description: 'code-vector-memory: search by vectors (default: 1).',
  }),
  codeMemoryEnableFts: enabled(true).meta({
    env: 'CODE_MEMORY_ENABLE_FTS',
    description: 'code-vector-memory: search by words (default: 1).',
  }),
  codeMemoryEnableGraph: enabled(false).meta({
    env: 'CODE_MEMORY_ENABLE_GRAPH',
    description: 'code-vector-memory: serve the graph tools (default: 0; they answer `disabled`).',
  }),
  codeMemoryTopK: number.int().min(1).default(12).meta({
    env: 'CODE_MEMORY_TOP_K',
    description: 'code-vector-memory: results of search_memory when no limit is given (default: 12).',
  }),
  codeMemoryTopP: number.gt(0).max(1).default(1).meta({
    env: 'CODE_MEMORY_TOP_P',
    description:
      'code-vector-memory: share of the candidates to keep, newest first; those with words of the query always stay, and 1 keeps all (default: 1).',
  }),
  codeMemoryOversampleK: number.int().min(1).max(50).default(4).meta({
    env: 'CODE_MEMORY_OVERSAMPLE_K',
    description: 'code-vector-memory: candidates ranked per result (default: 4).',
  }),
  codeMemoryPriorityWeight: number.min(0).default(0.15).meta({
    env: 'CODE_MEMORY_PRIORITY_WEIGHT',
    description: 'code-vector-memory: how much each step of priority adds to the score (default: 0.15).',
  }),
  codeMemoryRecencyWeight: number.min(0).default(0.2).meta({
    env: 'CODE_MEMORY_RECENCY_WEIGHT',
    description: 'code-vector-memory: how much the age of the oldest candidate adds to the score (default: 0.2).',
  }),
  codeMemoryFtsBonus: number.min(0).default(0.1).meta({
    env: 'CODE_MEMORY_FTS_BONUS',
    description: 'code-vector-memory: how much a text index match lowers the score (default: 0.1).',
  }),
  codeMemorySummaryModel: z.string().min(1).transform(expandHome).optional().meta({
    env: 'CODE_MEMORY_SUMMARY_MODEL',
    description:
      'code-vector-memory: GGUF file that summarises notes; needs the package node-llama-cpp (default: no summaries).',
  }),
  codeMemorySummaryCtx: number.int().min(256).default(2048).meta({
    env: 'CODE_MEMORY_SUMMARY_CTX',
    description: 'code-vector-memory: context size of the summary model in tokens (default: 2048).',
  }),
  codeMemorySummaryThreads: number.int().min(1).default(4).meta({
    env: 'CODE_MEMORY_SUMMARY_THREADS',
    description: 'code-vector-memory: threads of the summary model, at most one per core (default: 4).',
  }),
  codeMemorySummaryMaxTokens: number.int().min(1).default(200).meta({
    env: 'CODE_MEMORY_SUMMARY_MAX_TOKENS',
    description: 'code-vector-memory: maximum tokens of a summary (default: 200).',
  }),
  codeMemorySummaryTemperature: number.min(0).default(0.2).meta({
    env: 'CODE_MEMORY_SUMMARY_TEMPERATURE',
    description: 'code-vector-memory: temperature of the summary model (default: 0.2).',
  }),
  codeMemorySummaryTopP: number.min(0).max(1).default(0.9).meta({
    env: 'CODE_MEMORY_SUMMARY_TOP_P',
    description: 'code-vector-memory: nucleus sampling (top_p) of the summary model (default: 0.9).',
  }),
  codeMemorySummaryRepeatPenalty: number.default(1.05).meta({
    env: 'CODE_MEMORY_SUMMARY_REPEAT_PENALTY',
    description: 'code-vector-memory: repetition penalty of the summary model (default: 1.05).',
  }),
  codeMemorySummaryGpuLayers: number.int().min(0).default(0).meta({
    env: 'CODE_MEMORY_SUMMARY_GPU_LAYERS',
    description: 'code-vector-memory: layers of the summary model on the GPU (default: 0).',
  }),
  codeMemorySummaryMaxChars: number.int().min(1).default(300).meta({
    env: 'CODE_MEMORY_SUMMARY_MAX_CHARS',
    description: 'code-vector-memory: maximum characters of a summary (default: 300).',
  }),
  codeMemorySummaryPrompt: z
    .string()
    .min(1)
    .default('Say in one to three plain sentences what a developer should remember of the following note.')
    .meta({
      env: 'CODE_MEMORY_SUMMARY_PROMPT',
      description: 'code-vector-memory: instruction for the summary model.',
    }),
};
