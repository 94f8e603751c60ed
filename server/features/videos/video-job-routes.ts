import { videoJob } from '~/model/resources/videos'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/routes/access'
import { answerCreation } from '~/server/records/routes/answer-creation'
import { creationHeaders } from '~/server/records/routes/idempotency-keys'
import { present } from '~/server/records/routes/present'
import { checkedByWriter, schemasOf } from '~/server/records/schemas/record-schemas'
import type { Services } from '~/server/records/services'
import { createRecord } from '~/server/records/writing/create-record'

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
          create: async context => {
            const video = await createRecord(context, videoJob, request.body)
            return present(services, videoJob, readerOf(request), video)
          },
        }),
    )
}
