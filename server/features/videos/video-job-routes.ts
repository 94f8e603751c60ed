import type { FastifyInstance } from 'fastify'
import { videoJob } from '~/model/resources/videos'
import { readerOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import { present } from '~/server/records/routes/present'
import type { Services } from '~/server/records/services'
import { createRecord } from '~/server/records/writing/create-record'

/** `POST videos360/job`: creates a 360° video from two camera files; returns the pending video. */
export const addVideoJobRoutes = (app: FastifyInstance, services: Services) => {
  const access = { resource: videoJob.name, operation: 'create', grant: videoJob.grants.create } as const
  for (const address of ['/videos/job', '/videos360/job'])
    app.post(address, { config: { access } }, async (request, reply) => {
      const video = await inTransaction(services, request, context =>
        createRecord(context, videoJob, request.body),
      )
      return reply.status(201).send(present(services, videoJob, readerOf(request), video))
    })
}
