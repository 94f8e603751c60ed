import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Api } from '~/tests/support/server/api'
import { upload } from '~/tests/support/storage/tus-uploads'
import { sphereFilm } from './films'
import type { MediaFile } from './media-files'

type Descriptor = { ref: string; size: number; contentType: string; label: string }

export type Video = {
  uid: string
  name: string
  status: string
  pending: boolean
  reason: string | null
  reasonCode: string | null
  width: number
  height: number
  duration: number
  framerate: number
  codec: string
  size: number
  equirectangular: boolean
  spherical: boolean
  shape: string | null
  sound: string | null
  autoVecto: { problem?: string } | null
  preflight: { light: number; dark: number; measured: number; cause?: string } | null
  timeline: { every: number; count: number; columns: number; rows: number; width: number; height: number }
  file: Descriptor | null
  file5K: Descriptor | null
  lowFile: Descriptor | null
  poster: Descriptor | null
  sprite: Descriptor | null
  insv1: Descriptor | null
  insv2: Descriptor | null
  code?: string
  fields?: Record<string, string>
}

export type Vecto = {
  uid: string
  status: string
  reason: string | null
  reasonCode: string | null
  grade: string | null
  measured: number | null
  gradeCause: string | null
  refunded: boolean | null
  engine: { name: string; version: string; method: string } | null
  events: Record<string, { status: string; worker: string; os: string }>
  timeline: Video['timeline']
  files: { data: Descriptor | null }
  lowFile: Descriptor | null
  code?: string
}

/** The command of the 3D engine for tests. */
export const flatEngine = `${process.execPath} ${fileURLToPath(new URL('./engines/flat-engine.mjs', import.meta.url))}`

/** Polls until the condition holds. */
export const until = async <T>(
  ask: () => Promise<T>,
  holds: (found: T) => boolean,
  seconds = 50,
): Promise<T> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await ask()
    if (holds(found)) return found
    if (Date.now() > end) throw new Error(`never: ${JSON.stringify(found).slice(0, 800)}`)
    await sleep(100)
  }
}

const begun = ['pending', 'converting']
const ended = ['completed', 'ko', 'timeout']

export const videoReady = (caller: Api, uid: string, seconds?: number) =>
  until(
    async () => (await caller.get<Video>(`videos/${uid}`)).body,
    ({ status }) => !begun.includes(status),
    seconds,
  )

/** Polls until a completed video has been surveyed, which is a job of its own. */
export const videoSurveyed = (caller: Api, uid: string) =>
  until(
    async () => (await caller.get<Video>(`videos/${uid}`)).body,
    ({ preflight }) => preflight !== null,
  )

/** Uploads a video file and creates a 360° video. @returns the pending video */
export const sendVideo = async (
  url: string,
  caller: Api,
  file: MediaFile = sphereFilm(),
  more: object = {},
) => {
  const { body } = await caller.post<Video>('videos360', {
    name: file.name,
    file: await upload(url, caller, file),
    ...more,
  })
  return body
}

export const vectoForm = (video: string, more: object = {}) => ({
  ...{ name: 'One second', mode: 'fast', video: { ref: `videos/${video}` } },
  ...{ framerate: 30, offsetStart: 1, offsetEnd: 2, duration: 1, ...more },
})

export const readVecto = async (caller: Api, video: string, uid: string) =>
  (await caller.get<Vecto>(`videos/${video}/vectos/${uid}`)).body

export const vectoEnded = (caller: Api, video: string, uid: string, seconds?: number) =>
  until(
    () => readVecto(caller, video, uid),
    ({ status }) => ended.includes(status),
    seconds,
  )

/** The status history of a 3D video, in order. */
export const wayOf = ({ events }: Pick<Vecto, 'events'>) =>
  Object.entries(events)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([, { status }]) => status)
