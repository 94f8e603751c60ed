import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { asEngineError } from './request'
import { survey } from './survey'

const requestShape = z.object({
  input: z.string().min(1),
  duration: z.number().positive(),
  ffmpeg: z.string().min(1),
})

const stop = new AbortController()
process.once('SIGTERM', () => {
  stop.abort()
  process.exit(143)
})

try {
  const request = requestShape.parse(JSON.parse(await text(process.stdin)))
  process.stdout.write(`${JSON.stringify({ survey: await survey(request, stop.signal) })}\n`)
} catch (error) {
  process.stderr.write(`${asEngineError(error).message}\n`)
  process.exitCode = 1
}
