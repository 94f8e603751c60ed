import type { DepthReport } from '~/model/video/depth-report'
import type { EngineError } from './engine-error'

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
