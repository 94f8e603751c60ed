/** How a film's picture is laid out: one eye, or the left eye above the right. */
export type Layout = 'mono' | 'top-bottom'

/** `not_mp4`: no mp4 that can be read. `fragmented`: its samples lie in fragments. `no_video`: no picture in it. */
export class SphericalError extends Error {
  constructor(
    readonly code: 'not_mp4' | 'fragmented' | 'no_video',
    message: string,
  ) {
    super(message)
    this.name = 'SphericalError'
  }
}
