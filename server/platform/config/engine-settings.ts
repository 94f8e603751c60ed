import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Settings of how 3D videos are made, in the shape of `server/platform/config/config.ts`. */
export const engineSettings = {
  VECTO_ENGINE: {
    schema: z.string().min(1).optional(),
    takes: 'a command that speaks the contract of docs/engine.md, its parts separated by spaces',
  },
  DEPTH_MODEL: {
    schema: z
      .string()
      .min(1)
      .refine(isFile)
      .transform(path => resolve(path))
      .optional(),
    takes: 'the path of a file in ONNX format with a depth model',
  },
  REFUND_POOR: {
    schema: z
      .enum(['0', '1', 'false', 'true'])
      .default('0')
      .transform(value => value === '1' || value === 'true'),
    takes: '1 (a 3D video with a poor grade gives its seconds back) or 0',
  },
} as const
