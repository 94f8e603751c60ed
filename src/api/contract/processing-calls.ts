import { asObject } from '~/model/objects'
import type { Backend } from '~/src/api/backend'
import { objectIn } from './failures'
import { rowsOf } from './lists'
import { type Json, type PanelRecord, recordIn, toCreated } from './records'

/** The status and the speed of video processing. */
export type Processing = {
  readonly ready: boolean
  /** Missing prerequisites that keep jobs waiting: `ffmpeg`, `worker`. */
  readonly missing: readonly string[]
  /** Jobs that no worker has claimed yet. */
  readonly waiting: number
  readonly running: number
  /** Seconds per million pixels, by mode. */
  readonly speeds: Readonly<Record<string, number>>
}

/** A video that is being made, or queued. */
export type Job = {
  readonly resource: string
  readonly id: string
  readonly label: string
  readonly worker: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly progress: unknown
}

export type ProcessingCalls = {
  /** For root: the running jobs, then the queued ones, oldest first. */
  readonly jobs: () => Promise<readonly Job[]>
  readonly processing: () => Promise<Processing>
  /** Creates a 360° video from camera files; returns the video, which is pending. */
  readonly createVideoJob: (data: Json, attempt?: string) => Promise<PanelRecord>
  /** Asks for a preview in 3D of a 360° video, from so many seconds on. */
  readonly preview: (video: string, at: number, mode: string) => Promise<unknown>
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)

export const processingCalls = (request: Backend['request']): ProcessingCalls => ({
  processing: async () => {
    const { ready, missing, waiting, running, speeds } = objectIn(await request('/processing'))
    return {
      ready: ready === true,
      missing: Array.isArray(missing) ? missing.map(String) : [],
      waiting: count(waiting),
      running: count(running),
      speeds: Object.fromEntries(
        Object.entries(asObject(speeds)).map(([mode, pace]) => [mode, Number(pace)]),
      ),
    }
  },
  jobs: async () => rowsOf<Job>(await request('/utils/jobs')),
  preview: (video, at, mode) => request(`/videos/${video}/preview`, { method: 'POST', json: { at, mode } }),
  createVideoJob: async (data, attempt) => {
    const json = toCreated('videos', data)
    const options = { method: 'POST', json, ...(attempt && { attempt }) }
    return recordIn('videos', await request('/videos360/job', options))
  },
})
