/** The part of WebAssembly that the engine uses; Node's types lack it. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { readonly initial: number })
    readonly buffer: ArrayBuffer
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>)
    readonly exports: Readonly<Record<string, unknown>>
  }
}
