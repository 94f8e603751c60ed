import { z } from 'zod'
import { EngineError } from './engine-error'

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
