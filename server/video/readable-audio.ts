import type { Audio, Facts } from './facts'
import { Failure } from './failure'
import { ffmpeg, inputArgs, type Workbench } from './ffmpeg'

/** Seconds of audio that are decoded to find out whether it can be. */
const tried = 10

const canDecode = async (bench: Workbench, path: string, { track }: Audio) => {
  let heard = 0
  const shown = ['-map', `0:a:${track}`, '-t', String(tried), '-f', 'null', '-']
  try {
    await ffmpeg(bench, ['-vn', ...inputArgs(path), ...shown], seconds => {
      heard = Math.max(heard, seconds)
    })
  } catch (error) {
    // An aborted job ends; audio that no decoder takes is left out.
    bench.signal?.throwIfAborted()
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

/** What became of the sound of a video, as its record states it. */
export const soundOf = ({ audio, hasSound }: Pick<Facts, 'audio' | 'hasSound'>) => {
  if (audio) return 'kept' as const
  return hasSound ? ('dropped' as const) : ('none' as const)
}
