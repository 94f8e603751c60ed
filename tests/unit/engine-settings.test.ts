import { expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'

it.each(['/no/such/model.onnx', '/tmp'])('rejects a depth model that is not a file: %s', path => {
  expect(() => readConfig({ DEPTH_MODEL: path }, '1')).toThrow(
    `DEPTH_MODEL=${path} is refused: it takes the path of a file in ONNX format with a depth model.`,
  )
})

it('resolves the path of the depth model, since engines run in other folders', () => {
  expect(readConfig({ DEPTH_MODEL: 'package.json' }, '1').DEPTH_MODEL).toBe(`${process.cwd()}/package.json`)
})
