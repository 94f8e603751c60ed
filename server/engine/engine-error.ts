/** `bad_request` exits the process with 2, every other code with 1. */
export type EngineErrorCode =
  | 'unreadable_video'
  | 'not_equirectangular'
  | 'out_of_memory'
  | 'engine_failed'
  | 'bad_request'

/** An error with a message that the caller can act on. */
export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message)
    this.name = 'EngineError'
  }
}

/** Converts any error to one with a code of the contract. */
export const asEngineError = (error: unknown): EngineError => {
  if (error instanceof EngineError) return error
  const message = error instanceof Error ? error.message : String(error)
  const isMemory =
    error instanceof RangeError && /allocation|Invalid (array|typed array) length/i.test(message)
  return new EngineError(isMemory ? 'out_of_memory' : 'engine_failed', message)
}
