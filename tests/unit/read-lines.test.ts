import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readLines } from '~/server/platform/process/run-program'

const read = async (chunks: readonly (string | Buffer)[], maximum = 1e6) => {
  const lines: string[] = []
  let exceeded = 0
  const stream = Readable.from(chunks.map(chunk => Buffer.from(chunk)))
  readLines(stream, maximum, {
    onLine: line => lines.push(line),
    onTooMuch: () => {
      exceeded += 1
    },
  })
  await new Promise(resolve => stream.on('end', resolve))
  return { lines, exceeded }
}

describe('readLines', () => {
  it('joins lines over chunks, with either line ending, and returns the unfinished last one', async () => {
    expect(await read(['on', 'e\ntw', 'o\r\n\nthree'])).toEqual({
      lines: ['one', 'two', '', 'three'],
      exceeded: 0,
    })
  })

  it('decodes characters that are split over chunks', async () => {
    const bytes = Buffer.from('é\n')
    expect((await read([bytes.subarray(0, 1), bytes.subarray(1)])).lines).toEqual(['é'])
  })

  it('truncates a line of more than 64 K characters and continues with the next', async () => {
    const { lines } = await read(['x'.repeat(100_000), 'x'.repeat(100_000), '\nnext\n'])
    expect(lines.map(line => line.length)).toEqual([65_536, 4])
  })

  it('reports once that the stream exceeds its maximum, and discards the rest', async () => {
    expect(await read(['one\n', 'two\n', 'three\n'], 8)).toEqual({ lines: ['one', 'two'], exceeded: 1 })
  })
})
