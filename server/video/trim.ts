import { Failure } from './failure'
import { ffmpeg, opened, type Workbench } from './ffmpeg'
import { probe } from './probe'

export type Cut = { readonly from: number; readonly to: number; readonly framerate: number }

/**
 * Cuts a part out of a film, exactly and at the framerate asked for: seconds before the input, so that ffmpeg seeks,
 * and encoded anew, since a copy could only begin at a key image.
 * @throws Failure beyond_end where nothing lies between
 */
export const trim = async (
  bench: Workbench,
  source: string,
  to: string,
  cut: Cut,
  onProgress: (seconds: number) => void,
) => {
  const args = [
    ...['-ss', String(cut.from), '-to', String(cut.to)],
    ...opened(source),
    ...['-map', '0:v:0', '-map', '0:a:0?', '-r', String(cut.framerate)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'aac', '-b:a', '192k', '-movflags', '+faststart', to],
  ]
  try {
    await ffmpeg(bench, args, onProgress)
    return await probe(bench, to)
  } catch (error) {
    // The film was read before: where there is no picture now, there is none in this part of it.
    if (error instanceof Failure && error.code === 'no_video')
      throw new Failure('beyond_end', `Nothing lies between ${cut.from} s and ${cut.to} s`)
    throw error
  }
}
