/** Frame layout of a video: one eye, or the left eye above the right. */
export type Layout = 'mono' | 'top-bottom'

/** `not_mp4`: not a readable mp4. `fragmented`: the samples are in fragments. `no_video`: no video track. */
export class SphericalError extends Error {
  constructor(
    readonly code: 'not_mp4' | 'fragmented' | 'no_video',
    message: string,
  ) {
    super(message)
    this.name = 'SphericalError'
  }
}
