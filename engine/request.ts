import { z } from 'zod'
import { type DepthReport, highestCamera, lowestCamera } from '~/model/video/depth-report'
import { encoderNames } from '~/model/video/encoders'

/** `bad_request` exits the process with 2, every other code with 1. */
type EngineErrorCode =
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

export type Stage = 'vectorization' | 'convert_x264'
export type Result = {
  readonly output: string
  readonly layout: 'top-bottom'
  readonly engine: { readonly name: string; readonly version: string; readonly method: string }
  readonly quality: DepthReport
}

/** Minimum interval of progress lines: at most five lines per second. */
const quietMilliseconds = 200

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

export type Messages = ReturnType<typeof createMessages>

/** Writes the lines of the contract to standard output. */
export const createMessages = () => {
  let last = Number.NEGATIVE_INFINITY
  return {
    stage: (stage: Stage) => say({ stage }),
    /** @param share of the total work, 0 to 1; lines that follow too fast are dropped */
    progress: (share: number) => {
      const now = performance.now()
      if (now - last < quietMilliseconds) return
      last = now
      say({ progress: Math.round(Math.min(Math.max(share, 0), 1) * 1000) / 1000 })
    },
    result: (result: Result) => say({ result }),
    error: ({ code, message }: EngineError) => say({ error: { code, message } }),
    log: (text: string) => process.stderr.write(`${text}\n`),
  }
}

export const modes = ['fast', 'accurate.video', 'accurate.image'] as const

const evenPixels = z.number().int().min(16).multipleOf(2)

/** The request in version 1 of the contract (docs/engine.md). */
const requestShape = z
  .object({
    contract: z.literal(1),
    input: z.string().min(1),
    output: z.string().min(1),
    workDir: z.string().min(1),
    mode: z.enum(modes),
    framerate: z.number().positive().max(1000),
    width: evenPixels,
    height: evenPixels,
    duration: z.number().positive(),
    ffmpeg: z.string().min(1),
    ffprobe: z.string().min(1),
    depthModel: z.string().min(1).optional(),
    encoder: z.object({ name: z.enum(encoderNames), device: z.string().min(1).optional() }).optional(),
    cameraHeight: z.number().min(lowestCamera).max(highestCamera).optional(),
    lead: z.number().int().min(0).optional(),
  })
  .refine(({ width, height }) => width === 2 * height, 'width must be twice height')

export type EngineRequest = z.infer<typeof requestShape>

/** @throws EngineError bad_request, naming each invalid field */
export const readRequest = (text: string): EngineRequest => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new EngineError('bad_request', 'The request is no JSON.')
  }
  const read = requestShape.safeParse(json)
  if (read.success) return read.data
  const wrong = read.error.issues.map(issue =>
    [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
  )
  throw new EngineError('bad_request', wrong.join('; '))
}
