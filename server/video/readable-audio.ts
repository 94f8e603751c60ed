import { type Audio, type Facts, probe } from './facts'
import { Failure, ffmpeg, inputArgs, type Workbench } from './ffmpeg'

/** Seconds of audio that are decoded to find out whether it can be. */
const tried = 10

const canDecode = async (bench: Workbench, path: string, { track }: Pick<Audio, 'track'>) => {
  let heard = 0
  const shown = ['-map', `0:a:${track}`, '-t', String(tried), '-f', 'null', '-']
  try {
    await ffmpeg(bench, ['-vn', ...inputArgs(path), ...shown], seconds => {
      heard = Math.max(heard, seconds)
    })
  } catch (error) {
    // An aborted job ends; audio that no decoder takes is left out.
    bench.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    bench.onLog?.(`Audio track ${track} cannot be decoded: ${error.message}`)
    return false
  }
  return heard > 0
}

/** The same video with the first audio track that can be decoded, or with none. Cameras write kinds that ffmpeg does not know. */
export const withReadableAudio = async (bench: Workbench, path: string, facts: Facts): Promise<Facts> => {
  for (const audio of facts.audios) if (await canDecode(bench, path, audio)) return { ...facts, audio }
  return { ...facts, audio: undefined }
}

/** Lines that are kept of what ffmpeg says until it is known whether there is audio: damaged audio has one for each packet. */
const MOST_SAID = 100

/**
 * Reads the properties of a video, with the first audio track that can be decoded, or with none. That of the file is tried while
 * ffprobe reads the headers: both programs take longer to start than to run.
 * @throws Failure as `probe`
 */
export const probeWithAudio = async (bench: Workbench, path: string): Promise<Facts> => {
  const [stop, said]: [AbortController, string[]] = [new AbortController(), []]
  const signal = AbortSignal.any([bench.signal, stop.signal])
  const onLog = (line: string) => {
    if (said.length < MOST_SAID) said.push(line)
  }
  const probing = probe(bench, path)
  probing.catch(() => stop.abort())
  const [probed, heard] = await Promise.allSettled([
    probing,
    canDecode({ ...bench, signal, onLog }, path, { track: 0 }),
  ])
  if (probed.status === 'rejected') throw probed.reason
  if (heard.status === 'rejected') throw heard.reason
  const facts = probed.value
  const [first, ...others] = facts.audios
  if (first?.track !== 0) return withReadableAudio(bench, path, facts)
  for (const line of said) bench.onLog?.(line)
  if (heard.value) return { ...facts, audio: first }
  const { audio } = await withReadableAudio(bench, path, { ...facts, audios: others })
  return { ...facts, audio }
}

/** State of a video's audio, as stored in its record. */
export const soundOf = ({ audio, hasSound }: Pick<Facts, 'audio' | 'hasSound'>) => {
  if (audio) return 'kept' as const
  return hasSound ? ('dropped' as const) : ('none' as const)
}
