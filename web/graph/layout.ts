// The drawing thread's side of the layout.

export interface LayoutTask {
  /** x and y of each node. */
  readonly positions: Float32Array;
  /** For each edge, the indexes in that list that it connects. */
  readonly edges: Uint32Array;
}

export interface LayoutStep {
  readonly positions: Float32Array;
  readonly isDone: boolean;
}

declare const LAYOUT_WORKER: string;

interface TrustedUrls {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedUrls;
  }
}

/** The only script address the page creates itself; the policy allows no other. */
const policy = window.trustedTypes?.createPolicy('remanence', {
  createScriptURL: (url) => {
    if (url !== LAYOUT_WORKER) throw new TypeError(`Not a script of this page: ${url}`);
    return url;
  },
});

/** Starts placing nodes; the returned function stops it. */
export function layOut(task: LayoutTask, onStep: (step: LayoutStep) => void): () => void {
  const worker = new Worker(policy ? policy.createScriptURL(LAYOUT_WORKER) : LAYOUT_WORKER);
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isDone) worker.terminate();
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
