import { expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'

it.each(['/no/such/model.onnx', '/tmp'])('refuses a depth model that is no file: %s', path => {
  expect(() => readConfig({ DEPTH_MODEL: path }, '1')).toThrow(
    `DEPTH_MODEL=${path} is refused: it takes the path of a file in ONNX format with a depth model.`,
  )
})

it('names a depth model by its whole path, as programs run in folders of their own', () => {
  expect(readConfig({ DEPTH_MODEL: 'package.json' }, '1').DEPTH_MODEL).toBe(`${process.cwd()}/package.json`)
})
