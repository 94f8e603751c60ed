import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { ApiError, invalidFields } from '~/model/errors'
import type { Video } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { vectos } from '~/model/resources/vectos'
import { videoJob, videos } from '~/model/resources/videos'
import { highestCamera, lowestCamera, type Preview, previewOf } from '~/model/video/depth-report'
import { shapeProblem } from '~/model/video/picture-shape'
import { enqueueJob } from '~/server/features/processing/job-run'
import type { Limit } from '~/server/platform/http/rate-limits'
import { type App, describe, uidParams } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/access'
import { applyChanges, loadForUpdate, reload } from '~/server/records/apply'
import { createRecord } from '~/server/records/change'
import type { Context, Services } from '~/server/records/context'
import { answerCreation, creationHeaders, present } from '~/server/records/handlers'
import { receiveIncoming } from '~/server/records/incoming-files'
import { checkedByWriter, schemasOf } from '~/server/records/schemas'
import type { RowOf } from '~/server/records/tables'
import { inTransaction } from '~/server/records/transaction'

const body = z.object({
  at: z.number().min(0).default(0).meta({ description: 'Seconds', example: 12.5 }),
  mode: z.enum(vectos.fields.mode.options).default('accurate.video'),
  cameraHeight: z
    .number()
    .min(lowestCamera)
    .max(highestCamera)
    .optional()
    .meta({ description: 'Metres above the ground', example: 1.5 }),
})

/** Previews of a company that are made or wait at a time. */
const atOnce = 3

const requireTurn = async ({ tx }: Context, video: Video) => {
  const company = uidOf(video.company?.ref ?? '')
  // The lock serializes concurrent requests of a company.
  await tx.run(sql`select 1 from companies where uid = ${company} for no key update`)
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from making
    where kind = 'make-preview' and company_uid = ${company}`)
  if ((row?.count ?? 0) >= atOnce)
    throw new ApiError('too_many_requests', `${atOnce} previews of this company are being made`)
}

const askForPreview = async (
  context: Context,
  uid: string,
  { at, mode, cameraHeight }: z.output<typeof body>,
) => {
  const video = await loadForUpdate(context, videos, 'update', uid)
  const isMaking = previewOf(video)?.status === 'making'
  if (video.pending || isMaking)
    throw new ApiError('state', 'It is not ready, or its preview is being made', {
      params: { from: isMaking ? 'making' : String(video.status), to: 'preview' },
    })
  if (at >= Number(video.duration)) throw invalidFields({ at: 'too_large' })
  const problem = shapeProblem(video)
  if (problem) throw invalidFields({ video: problem })
  await requireTurn(context, video)
  const preview: Preview = { status: 'making', at, mode, ...(cameraHeight !== undefined && { cameraHeight }) }
  await applyChanges(context, videos, video, { preview, progress: null })
  await enqueueJob(context, 'make-preview', videos, video)
  return reload(context, videos, uid)
}

/**
 * Counts a preview of the video's company before it is requested, and reverts the count if the request is refused.
 * @throws ApiError 429 beyond the daily limit of a company
 */
const counted = async <T>({ database, rateLimits }: Services, uid: string, work: () => Promise<T>) => {
  const [video] = await database.query<RowOf<'videos', never, { company: 'company_uid' }>>(
    sql`select company_uid as company from videos where uid = ${uid}`,
  )
  const limits: readonly Limit[] = video?.company ? [['previews', video.company]] : []
  await rateLimits.count(limits, 'The company has had its previews for today')
  try {
    return await work()
  } catch (error) {
    await rateLimits.giveBack(limits)
    throw error
  }
}

/** `POST videos/:uid/preview {at, mode}`: two seconds of a 360° video in 3D, from `at` on; one at a time, and free. */
export const addPreviewRoutes = (app: App, services: Services) => {
  const access = { resource: videos.name, operation: 'preview', grant: vectos.grants.create } as const
  const schema = describe('Makes a preview in 3D of a part of a 360° video', {
    tags: ['videos'],
    params: uidParams,
    body,
    response: { 202: schemasOf(videos).record },
  })
  for (const address of ['/videos/:uid/preview', '/videos360/:uid/preview'])
    app.post(address, { config: { access }, schema }, async (request, reply) => {
      const { uid } = request.params
      const ask = () => inTransaction(services, request, context => askForPreview(context, uid, request.body))
      const video = await counted(services, uid, ask)
      return reply.status(202).send(present(services, videos, readerOf(request), video))
    })
}

/** `POST videos360/job`: creates a 360° video from two camera files; returns the pending video. */
export const addVideoJobRoutes = (app: App, services: Services) => {
  const access = { resource: videoJob.name, operation: 'create', grant: videoJob.grants.create } as const
  const { create, record } = schemasOf(videoJob)
  const schema = describe('Creates a 360° video from two camera files', {
    tags: ['videos'],
    headers: creationHeaders,
    body: create,
    response: { 201: record },
  })
  for (const address of ['/videos/job', '/videos360/job'])
    app.post(
      address,
      { config: { access }, schema, validatorCompiler: checkedByWriter(videoJob) },
      (request, reply) =>
        answerCreation(services, request, reply, {
          prepare: async () => {
            await receiveIncoming(services, videoJob, request)
            return undefined
          },
          create: async context => {
            const video = await createRecord(context, videoJob, request.body)
            return present(services, videoJob, readerOf(request), video)
          },
        }),
    )
}
