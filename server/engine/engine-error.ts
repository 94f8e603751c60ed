/** `bad_request` ends the process with 2, every other with 1. */
export type EngineErrorCode =
  | 'unreadable_video'
  | 'not_equirectangular'
  | 'out_of_memory'
  | 'engine_failed'
  | 'bad_request'

/** What the caller is told in words it can act on. */
export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message)
    this.name = 'EngineError'
  }
}

/** Any failure as one the contract names. */
export const asEngineError = (error: unknown): EngineError => {
  if (error instanceof EngineError) return error
  const message = error instanceof Error ? error.message : String(error)
  const isMemory =
    error instanceof RangeError && /allocation|Invalid (array|typed array) length/i.test(message)
  return new EngineError(isMemory ? 'out_of_memory' : 'engine_failed', message)
}
