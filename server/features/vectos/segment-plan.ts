import { type ClipRange, frameCount } from '~/server/video/transcode'

/** A segment of a 3D video: `first` is its first frame, counted from that of the 3D video. */
export type Segment = { readonly part: number; readonly first: number; readonly frames: number }

/**
 * Seconds before a segment that the engine examines, so that its depth continues that of the segment before: with one and a
 * half or more, the rendered room was as similar to its true right eye as without segments (docs/engine.md).
 */
const LEAD = 2

/**
 * Divides the range of a 3D video. The result depends on the range alone, not on the workers there are, so that they all
 * make the same file. Segments begin at whole seconds of the range, where ffmpeg chooses the same frames of the source as for
 * the whole range. The last one takes what is left, half to one and a half times the length of the others.
 * @param range its frame rate is an integer
 * @param seconds the length of a segment, an integer; 0: the range is not divided
 */
export const segmentsOf = (range: ClipRange, seconds: number): readonly Segment[] => {
  const total = frameCount(range)
  const usual = seconds > 0 ? seconds * range.framerate : total
  const count = Math.max(1, Math.round(total / usual))
  return Array.from({ length: count }, (_, part) => ({
    part,
    first: part * usual,
    frames: part === count - 1 ? total - part * usual : usual,
  }))
}

/** The range of the source that a segment is made from, and how many of its first frames belong to the segment before. */
export const rangeOfSegment = (
  { from, framerate }: ClipRange,
  { first, frames }: Segment,
): { readonly range: ClipRange; readonly lead: number } => {
  const lead = Math.min(first, LEAD * framerate)
  return {
    range: { from: from + (first - lead) / framerate, duration: (lead + frames) / framerate, framerate },
    lead,
  }
}
