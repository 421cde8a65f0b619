// The layout's side of the thread that draws.

export interface LayoutTask {
  /** x and y of each node. */
  readonly positions: Float32Array;
  /** The places in that list that each edge connects. */
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

/** The only script address that the page makes by itself; the policy lets no other pass. */
const policy = window.trustedTypes?.createPolicy('remanence', {
  createScriptURL: (url) => {
    if (url !== LAYOUT_WORKER) throw new TypeError(`Not a script of this page: ${url}`);
    return url;
  },
});

/** Begins to place nodes; the returned function stops it. */
export function layOut(task: LayoutTask, onStep: (step: LayoutStep) => void): () => void {
  const worker = new Worker(policy ? policy.createScriptURL(LAYOUT_WORKER) : LAYOUT_WORKER);
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isDone) worker.terminate();
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
