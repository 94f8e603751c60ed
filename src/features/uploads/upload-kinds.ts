import type { RecordPlan } from '~/src/upload/queue/queue-item'
import type { UploadKind } from './given-files'
import { planMedias } from './plan-medias'
import { planVideos } from './plan-videos'
import type { Batch } from './record-maker'

type Planner = (files: readonly File[], batch: Batch) => Promise<RecordPlan[]>

/** How files that are given to a list become records. */
export const planners: Readonly<Record<UploadKind, Planner>> = { medias: planMedias, videos: planVideos }
