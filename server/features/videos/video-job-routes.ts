import { videoJob } from '~/model/resources/videos'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { readerOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
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
    body: create,
    response: { 201: record },
  })
  for (const address of ['/videos/job', '/videos360/job'])
    app.post(
      address,
      { config: { access }, schema, validatorCompiler: checkedByWriter },
      async (request, reply) => {
        const video = await inTransaction(services, request, context =>
          createRecord(context, videoJob, request.body),
        )
        return reply.status(201).send(present(services, videoJob, readerOf(request), video))
      },
    )
}
