import { messageOf } from '~/model/errors'
import { asObject } from '~/model/objects'
import { cut, storableText } from '~/model/text'
import { type DepthReport, readReport } from '~/model/video/depth-report'
import { readSurvey, type Survey } from '~/model/video/preflight'
import { isVideoReason } from '~/model/video/processing-states'
import type { Config } from '~/server/platform/config/config'
import { commandOf } from '~/server/platform/process/project'
import { Failure, runTool, type Workbench } from './ffmpeg'

/** Seconds after which a survey is given up. */
const longest = 120

const parsed = (line: string) => {
  try {
    return readSurvey(asObject(JSON.parse(line)).survey)
  } catch {
    return undefined
  }
}

/**
 * Measures light and camera motion at a few places of a 360° video.
 * @param duration seconds
 * @returns undefined if it could not be measured, for a reason that the log names: no video fails for that
 */
export const surveyVideo = async (
  bench: Workbench,
  input: string,
  duration: number,
): Promise<Survey | undefined> => {
  const [program = '', ...args] = commandOf('survey')
  let found: Survey | undefined
  const request = JSON.stringify({ input, duration, ffmpeg: bench.tools.ffmpeg })
  try {
    const { code, tail } = await runTool(program, args, {
      ...bench,
      input: request,
      limit: longest,
      onLine: line => {
        found = parsed(line) ?? found
      },
    })
    if (code !== 0) bench.onLog?.(`The survey ended with ${code}: ${tail.trim()}`)
  } catch (error) {
    // An aborted job ends; a survey that hangs does not block the video.
    bench.signal?.throwIfAborted()
    bench.onLog?.(`The survey failed: ${messageOf(error)}`)
  }
  return found
}

/** The request to the engine (docs/engine.md); `width` and `height` of one eye, in pixels. */
export type EngineRequest = {
  readonly input: string
  readonly output: string
  readonly mode: string
  readonly framerate: number
  readonly width: number
  readonly height: number
  readonly duration: number
  /** Of the camera above the ground, in metres; absent: the engine assumes one. */
  readonly cameraHeight?: number | undefined
  /** Frames at the beginning that are examined, but not part of the output; absent: none. The input has no audio then. */
  readonly lead?: number | undefined
}

export type EngineResult = {
  readonly output: string
  readonly layout: 'top-bottom'
  readonly engine: { readonly name: string; readonly version: string; readonly method: string }
  /** Undefined if the engine does not report how much depth it measured. */
  readonly quality: DepthReport | undefined
}

type Line = {
  stage?: unknown
  progress?: unknown
  result?: unknown
  error?: { code?: unknown; message?: unknown }
}

const CONTRACT = 1
const NOT_FOUND = [126, 127]
/** Exit codes of a process that was killed by the system, or by Node at its memory limit. */
const KILLED = [137, 134]

/** The command line of the engine: the built-in one, unless VECTO_ENGINE is set. */
const engineCommand = ({ VECTO_ENGINE }: Pick<Config, 'VECTO_ENGINE'>): string[] =>
  VECTO_ENGINE?.split(/\s+/).filter(Boolean) ?? commandOf('engine')

const parse = (line: string): Line => {
  try {
    const said: unknown = JSON.parse(line)
    return asObject(said)
  } catch {
    return {}
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Characters of a name, version or method. */
const MOST = 200

/** The engine that made a video, as it names itself, in texts that can be stored; undefined if it does not. */
export const readEngine = (value: unknown): EngineResult['engine'] | undefined => {
  const { name, version, method } = asObject(value)
  if (!isText(name) || !isText(version) || !isText(method)) return undefined
  const stored = (text: string) => storableText(cut(text, MOST))
  return { name: stored(name), version: stored(version), method: stored(method) }
}

const readResult = (value: unknown): EngineResult | undefined => {
  const { output, layout, engine, quality } = asObject(value)
  const named = readEngine(engine)
  return isText(output) && layout === 'top-bottom' && named
    ? { output, layout, engine: named, quality: readReport(quality) }
    : undefined
}

const refusal = (code: number | null, said: Line['error'], tail: string) => {
  if (said && isText(said.message))
    return new Failure(isVideoReason(said.code) ? said.code : 'engine_failed', said.message)
  if (NOT_FOUND.includes(code ?? 0))
    return new Failure('engine_missing', tail.trim() || 'The engine does not start')
  if (KILLED.includes(code ?? 0)) return new Failure('out_of_memory', 'The engine was ended by the system')
  return new Failure(
    'engine_failed',
    `The engine ended with ${code}: ${tail.trim().split('\n').at(-1) ?? ''}`,
  )
}

type Listeners = { readonly onStage: (stage: string) => void; readonly onProgress: (done: number) => void }

/**
 * Runs the 3D engine.
 * @throws Failure with the engine's error code, or engine_missing, engine_failed, out_of_memory
 */
export const runEngine = async (
  bench: Workbench,
  config: Pick<Config, 'VECTO_ENGINE' | 'DEPTH_MODEL' | 'JOB_SILENCE_SECONDS'>,
  request: EngineRequest,
  { onStage, onProgress }: Listeners,
): Promise<EngineResult> => {
  const [program = '', ...args] = engineCommand(config)
  let result: EngineResult | undefined
  let error: Line['error']
  const onLine = (line: string) => {
    const said = parse(line)
    if (isText(said.stage)) onStage(said.stage)
    if (typeof said.progress === 'number') onProgress(said.progress)
    result = readResult(said.result) ?? result
    error = said.error ?? error
  }
  const { code, tail } = await runTool(program, args, {
    ...bench,
    input: JSON.stringify({
      contract: CONTRACT,
      workDir: bench.cwd,
      ...bench.tools,
      ...request,
      depthModel: config.DEPTH_MODEL,
    }),
    silence: config.JOB_SILENCE_SECONDS,
    onLine,
  })
  if (code !== 0 || !result) throw refusal(code, error, tail)
  return result
}
