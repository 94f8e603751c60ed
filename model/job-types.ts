/**
 * Kinds of jobs on videos, by priority: paid jobs come before previews and pictures, which are free. A survey takes
 * seconds, and is looked at before a 3D video is ordered. Segments of long 3D videos come after short ones, which would
 * otherwise wait for hours.
 */
export const videoJobs = [
  'prepare-video',
  'survey-video',
  'make-vecto',
  'make-segment',
  'make-preview',
  'make-pictures',
] as const
/** Kinds of short jobs, which every server and worker runs in addition to its video jobs. */
export const imageJobs = ['make-thumbnails'] as const

export const jobNames = [...imageJobs, ...videoJobs] as const
export type JobName = (typeof jobNames)[number]
