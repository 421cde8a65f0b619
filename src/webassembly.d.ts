// The part of WebAssembly in use: Node.js has it, but TypeScript declares it only for browsers.
declare namespace WebAssembly {
  function validate(bytes: Uint8Array): boolean;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    grow(pages: number): number;
    readonly buffer: ArrayBuffer;
  }
}
