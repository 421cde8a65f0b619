// The settings of the language model that chat and validate_fix use.
import * as z from 'zod';
import { number } from './setting-values.ts';

export const llmSettings = {
  llmUrl: z.url().optional().meta({
    flag: '--llm-url <url>',
    env: 'REMANENCE_LLM_URL',
    description: 'Endpoint of the language model for chat and validate_fix, up to and including /v1 (default: none).',
  }),
  llmKind: z.enum(['openai', 'anthropic']).default('openai').meta({
    flag: '--llm-kind <name>',
    env: 'REMANENCE_LLM_KIND',
    description: 'Protocol of that endpoint: openai (chat completions) or anthropic (messages) (default: openai).',
  }),
  llmModel: z.string().optional().meta({
    flag: '--llm-model <name>',
    env: 'REMANENCE_LLM_MODEL',
    description: 'Model name at that endpoint.',
  }),
  llmKey: z.string().optional().meta({ env: 'REMANENCE_LLM_KEY', description: 'API key for that endpoint.' }),
  llmGguf: z.string().min(1).optional().meta({
    flag: '--llm-gguf <file>',
    env: 'REMANENCE_LLM_GGUF',
    description:
      'GGUF file for chat and validate_fix on this machine, instead of an endpoint; needs the package node-llama-cpp (default: none).',
  }),
  llmTemperature: number.min(0).max(2).optional().meta({
    flag: '--llm-temperature <number>',
    env: 'REMANENCE_LLM_TEMPERATURE',
    description: 'Temperature of the answers (default: set by the endpoint, 0.2 with a GGUF file).',
  }),
  llmContext: number.int().min(2048).default(8192).meta({
    env: 'REMANENCE_LLM_CONTEXT',
    description: 'Context size of a GGUF model in tokens, including the answer (default: 8192).',
  }),
  llmThreads: number.int().min(1).optional().meta({
    env: 'REMANENCE_LLM_THREADS',
    description: 'Threads of a GGUF model, at most one per core (default: half of the cores, at most 8).',
  }),
  llmGpuLayers: number.int().min(0).default(0).meta({
    env: 'REMANENCE_LLM_GPU_LAYERS',
    description: 'Layers of a GGUF model on the GPU (default: 0).',
  }),
};
