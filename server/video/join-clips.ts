import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { probe } from './facts'
import { Failure, ffmpeg, type Workbench } from './ffmpeg'

/** A clip to join: its path, and its duration in seconds. */
export type Clip = { readonly path: string; readonly seconds: number }

/** The audio of the result, and the arguments of ffmpeg that encode or copy it; without a path there is none. */
export type JoinedAudio = { readonly path: string | undefined; readonly args: readonly string[] }

/** A line of ffmpeg's list of files: a quotation mark ends the quotation, and is escaped between two. */
const entry = ({ path: file, seconds }: Clip) =>
  `file '${file.replaceAll("'", String.raw`'\''`)}'\nduration ${seconds.toFixed(6)}\n`

/** The codec of all clips. @throws Failure engine_failed if they have several */
const codecOf = async (bench: Workbench, clips: readonly Clip[]) => {
  const codecs = new Set<string>()
  for (const clip of clips) codecs.add((await probe(bench, clip.path)).codec)
  if (codecs.size > 1)
    throw new Failure(
      'engine_failed',
      `Segments were encoded as ${[...codecs].join(' and ')}: FFMPEG_ENCODER must be the same on all workers`,
    )
  return [...codecs][0]
}

/**
 * Joins clips of one encoder without encoding them again: each begins with a key frame. Their own audio is left out.
 * @param onProgress seconds of the result so far
 * @throws Failure
 */
export const joinClips = async (
  bench: Workbench,
  clips: readonly Clip[],
  audio: JoinedAudio,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  const codec = await codecOf(bench, clips)
  const list = path.join(bench.cwd ?? '', `${path.basename(to)}.txt`)
  await writeFile(list, `ffconcat version 1.0\n${clips.map(entry).join('')}`)
  const sound = audio.path === undefined ? [] : ['-protocol_whitelist', 'file', '-i', audio.path]
  await ffmpeg(
    bench,
    [
      ...['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0', '-i', list, ...sound],
      ...['-map', '0:v:0', '-c:v', 'copy', ...(codec === 'hevc' ? ['-tag:v', 'hvc1'] : [])],
      ...(audio.path === undefined ? [] : ['-map', '1:a:0', ...audio.args]),
      ...['-map_metadata', '-1', '-movflags', '+faststart', to],
    ],
    onProgress,
  )
}
