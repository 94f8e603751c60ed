import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Maximum length of a line in UTF-16 units. A longer line is cut: no program writes a longer one for us. */
const MAX_LINE = 64 * 1024

type Listeners = {
  /** Called with each line, without its end. */
  readonly onLine: (line: string) => void
  /** Called once, when the stream exceeds its maximum. The rest is discarded. */
  readonly onTooMuch: () => void
}

/**
 * Reads the lines of a stream that may hold anything, in bounded memory: node:readline collects a line until it ends, and
 * throws where no caller can catch it once the line is longer than a string can be.
 * @param maximum bytes of the whole stream
 */
export const readLines = (stream: Readable, maximum: number, { onLine, onTooMuch }: Listeners) => {
  const decoder = new StringDecoder('utf8')
  let [line, bytes] = ['', 0]
  const add = (text: string) => {
    const [rest = '', ...more] = text.split('\n')
    line += rest.slice(0, MAX_LINE - line.length)
    for (const next of more) {
      onLine(line.replace(/\r$/, ''))
      line = next.slice(0, MAX_LINE)
    }
  }
  stream.on('data', (chunk: Buffer) => {
    const isWithin = bytes <= maximum
    bytes += chunk.length
    if (bytes <= maximum) add(decoder.write(chunk))
    else if (isWithin) onTooMuch()
  })
  stream.on('end', () => {
    add(decoder.end())
    if (line !== '') onLine(line)
  })
}
