/** Every kind of job; a free worker takes them in this order: for a preview somebody is waiting. */
export const jobNames = ['prepare-video', 'make-preview', 'make-vecto'] as const
export type JobName = (typeof jobNames)[number]
