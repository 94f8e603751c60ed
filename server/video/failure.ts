import type { VideoReason } from '~/model/video-reasons'

/** A job that cannot succeed by being tried again; `message` in plain English, for the record and the log. */
export class Failure extends Error {
  constructor(
    readonly code: VideoReason,
    message: string,
  ) {
    super(message)
    this.name = 'Failure'
  }
}
