import { isMainThread } from 'node:worker_threads';

/**
 * ONNX Runtime reports its use to its maker unless the environment of the process forbids it. Only the main thread can
 * change that environment, the others have a copy of it; false if it could not be forbidden.
 */
export function forbidTelemetry(): boolean {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return isMainThread;
}
