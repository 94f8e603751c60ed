import { parseArgs } from 'node:util'
import { z } from 'zod'
import { vectos } from '~/model/resources/vectos'
import type { VectoOrder } from '~/model/vecto-order'
import { highestCamera, isCameraHeight, lowestCamera } from '~/model/video/depth-report'
import type { Connection } from './api'
import { UsageError } from './report'

export const modes = vectos.fields.mode.options

export type Order = {
  readonly command: string
  readonly given: readonly string[]
  readonly company: string | undefined
  /** Path of the journal, which records uploads and requests; absent: for `upload` a file in the folder, for `create` none. */
  readonly journal: string | undefined
  readonly create: boolean
  readonly watch: boolean
  readonly settings: VectoOrder
}

const numberIn = (name: string, text: string | undefined) => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new UsageError('noNumber', { name, text })
  return value
}

const heightIn = (text: string | undefined) => {
  if (text === undefined) return undefined
  const metres = Number(text)
  if (!isCameraHeight(metres))
    throw new UsageError('noHeight', { text, least: lowestCamera, most: highestCamera })
  return metres
}

const options = {
  company: { type: 'string' },
  journal: { type: 'string' },
  create: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  mode: { type: 'string', default: 'accurate.video' },
  from: { type: 'string' },
  to: { type: 'string' },
  fps: { type: 'string' },
  height: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError('unknownOption', { message: error instanceof Error ? error.message : String(error) })
  }
}

/** @throws UsageError naming the invalid argument */
export const readArguments = (args: readonly string[]): Order => {
  const { values, positionals } = parsed(args)
  const [command = 'help', ...given] = positionals
  if (!modes.some(mode => mode === values.mode))
    throw new UsageError('unknownMode', { mode: values.mode, modes: modes.join(', ') })
  const from = numberIn('from', values.from) ?? 0
  const to = numberIn('to', values.to)
  const framerate = numberIn('fps', values.fps)
  const cameraHeight = heightIn(values.height)
  if (to !== undefined && to <= from) throw new UsageError('emptyRange', { from, to })
  return {
    command: values.help ? 'help' : command,
    given,
    company: values.company,
    journal: values.journal,
    create: values.create,
    watch: values.watch,
    settings: {
      mode: values.mode,
      offsetStart: from,
      ...(to !== undefined && { offsetEnd: to }),
      ...(framerate !== undefined && { framerate }),
      ...(cameraHeight !== undefined && { cameraHeight }),
    },
  }
}

const environment = z.object({
  VECTO_URL: z
    .string()
    .trim()
    .pipe(z.url({ protocol: /^https?$/ })),
  // Files of secrets end with a line break, which a header cannot hold.
  VECTO_TOKEN: z
    .string()
    .trim()
    .regex(/^vecto_[\w-]+$/),
})

/**
 * The server and the token come from the environment: arguments are seen by every user of a machine.
 * @throws UsageError if one is missing
 */
export const readConnection = (env: NodeJS.ProcessEnv): Connection => {
  const read = environment.safeParse(env)
  if (!read.success) throw new UsageError('noConnection')
  const url = new URL(read.data.VECTO_URL).href.replace(/\/+$/, '')
  return { url, token: read.data.VECTO_TOKEN }
}
