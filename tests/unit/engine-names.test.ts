import { expect, it } from 'vitest'
import { readEngine } from '~/server/video/engine'

it('the name of an engine is stored without characters that a database refuses, and cut at 200', () => {
  const named = { name: 'odd\0name', version: '1', method: 'x'.repeat(100_000) }
  expect(readEngine(named)).toEqual({ name: 'odd\ufffdname', version: '1', method: 'x'.repeat(200) })
})

it.each([null, 'reference', {}, { name: 'a', version: 1, method: 'b' }])('%j names no engine', given => {
  expect(readEngine(given)).toBeUndefined()
})
