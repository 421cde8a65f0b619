import { expect, it } from 'vitest';
import { assets } from '../src/assets.ts';
import { codeVectorMemory } from '../src/contracts/code-vector-memory/contract.ts';
import { memgos } from '../src/contracts/memgos/contract.ts';
import { memoryMcp } from '../src/contracts/memory-mcp/contract.ts';
import { connectContract } from './contract-client.ts';
import { OWNER, openTestEngine } from './open.ts';

it("a missing model folder is reported before the first search, in every profile that shows the model's state", async () => {
  const { engine, dispose } = await openTestEngine({ model: '/nowhere/model' });
  const reason = expect.stringContaining('/nowhere/model/model.onnx is missing');
  for (const [contract, tool, state] of [
    [memoryMcp, 'get_status', { status: 'degraded', embedding: { status: 'error', loaded: false, error: reason } }],
    [codeVectorMemory, 'health', { status: 'degraded', embedding_state: 'error', embedding_error: reason }],
    [codeVectorMemory, 'diagnostics', { embedding_state: 'error', embedding_error: reason }],
    [memgos, 'health_check', { health: { status: 'degraded', problems: [reason] } }],
  ] as const) {
    const { call, close } = await connectContract(contract, engine, OWNER);
    expect((await call(tool)).value).toMatchObject(state);
    await close();
  }
  await dispose();
});

it('a model of unknown dimensions is loading, then ready, and never ready without dimensions', async () => {
  const { engine, dispose } = await openTestEngine({ model: assets.model });
  const { call, close } = await connectContract(memoryMcp, engine, OWNER);
  const embedding = async () => (await call('get_status')).value.embedding;
  expect(await embedding()).toMatchObject({ status: 'loading', dimensions: 0 });
  await expect.poll(embedding).toMatchObject({ status: 'ready', loaded: true });
  expect((await embedding()).dimensions).toBeGreaterThan(0);
  await close();
  await dispose();
});
