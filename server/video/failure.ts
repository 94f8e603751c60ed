import type { VideoReason } from '~/model/video/video-reasons'

/**
 * A permanent job failure, where a retry is futile; `message` in plain English, for the record and the log.
 */
export class Failure extends Error {
  constructor(
    readonly code: VideoReason,
    message: string,
  ) {
    super(message)
    this.name = 'Failure'
  }
}
