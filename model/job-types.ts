/** Kinds of jobs on videos; a free worker takes them in this order: for a preview somebody is waiting. */
export const videoJobs = ['prepare-video', 'make-preview', 'make-vecto'] as const
/** Kinds of short jobs, which every server and worker takes beside its videos. */
export const imageJobs = ['make-thumbnails'] as const

export const jobNames = [...imageJobs, ...videoJobs] as const
export type JobName = (typeof jobNames)[number]
