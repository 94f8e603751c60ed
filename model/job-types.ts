/** Every kind of job, with the resource that it is about. */
export const jobNames = ['prepare-video', 'make-vecto'] as const
export type JobName = (typeof jobNames)[number]
