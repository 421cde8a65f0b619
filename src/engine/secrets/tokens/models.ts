// Language models, their tools, and machine learning.
import { randomToken, type SecretPattern, token } from '../pattern.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const MODELS: readonly SecretPattern[] = [
  token('anthropic_key', 'sk-ant-', String.raw`sk-ant-[\w-]{16,}`),
  token('openrouter_key', 'sk-or-', String.raw`sk-or-v1-[\w-]{20,}`),
  token('langfuse_key', ['sk-lf-', 'pk-lf-'], `[sp]k-lf-${UUID}`),
  token(
    'openai_key',
    ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-none-'],
    String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{16,}`,
  ),
  randomToken('openai_key', 'sk-', String.raw`sk-[\w-]{20,}`),
  token('huggingface_token', ['hf_', 'api_org_'], '(?:hf|api_org)_[A-Za-z0-9]{30,}'),
  token('replicate_token', 'r8_', 'r8_[A-Za-z0-9]{30,}'),
  token('groq_key', 'gsk_', 'gsk_[A-Za-z0-9]{30,}'),
  token('perplexity_key', 'pplx-', 'pplx-[A-Za-z0-9]{30,}'),
  token('xai_key', 'xai-', 'xai-[A-Za-z0-9]{40,}'),
  token('pinecone_key', 'pcsk_', String.raw`pcsk_\w{30,}`),
  token('langsmith_key', ['lsv2_', 'ls__'], String.raw`lsv2_[a-z]{2}_[\w]{24,}|ls__[a-f0-9]{32}`),
  token('wandb_key', 'wandb_v', String.raw`wandb_v\d_\w{20,}`),
  randomToken('together_key', 'tgp_v', String.raw`tgp_v\d_[\w-]{30,}`),
  randomToken('fireworks_key', 'fw_', 'fw_[A-Za-z0-9]{20,}'),
  token('elevenlabs_key', 'sk_', 'sk_[a-f0-9]{48}'),
  randomToken('voyage_key', 'pa-', String.raw`pa-[\w-]{40,}`),
  randomToken('jina_key', 'jina_', String.raw`jina_\w{40,}`),
  randomToken('tavily_key', 'tvly-', String.raw`tvly-[\w-]{20,}`),
  token('firecrawl_key', 'fc-', 'fc-[a-f0-9]{32}'),
  randomToken('nvidia_key', 'nvapi-', String.raw`nvapi-[\w-]{40,}`),
  randomToken('cerebras_key', 'csk-', 'csk-[a-z0-9]{40,}'),
  randomToken('runpod_key', 'rpa_', 'rpa_[A-Z0-9]{30,}[a-z0-9]{0,8}'),
  token('cursor_key', 'key_', 'key_[a-f0-9]{60,}'),
];
