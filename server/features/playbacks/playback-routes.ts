import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PlaybackDay } from '~/model/public-links'
import { vectos } from '~/model/resources/vectos'
import { findShownFile } from '~/server/features/uploads/download-routes'
import { type App, describe, done, listOf, pathPart } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { paramsOf, readRecord } from '~/server/records/handlers'
import { writeEvent } from '~/server/records/history'
import { inTransaction } from '~/server/records/transaction'
import { addSeconds, countView, playbackParams, reported } from './playbacks'

const playbackDay = z.object({
  day: z.string().meta({ description: 'UTC, such as 2026-11-23' }),
  views: z.number(),
  seconds: z.number().meta({ description: 'Watch time' }),
})

/** Days of the longest answer: about three years. */
const MOST_DAYS = 1100

const daysOf = ({ database }: Services, vecto: string, days: number): Promise<PlaybackDay[]> =>
  database.query<PlaybackDay>(sql`select to_char(day, 'YYYY-MM-DD') as day, views::float8 as views,
      round(seconds)::float8 as seconds
    from playback_days where vecto_uid = ${vecto} and day > (now() at time zone 'UTC')::date - ${days}::int
    order by playback_days.day`)

/** Plays of signed-in users, which the history records, and the views and watch time of a 3D video. */
export const addPlaybackRoutes = (app: App, services: Services) => {
  const list = describe('Views and watch time of a 3D video by day; days without any are missing', {
    tags: ['vectos'],
    params: z.object({ pid: pathPart, uid: pathPart }),
    querystring: z.object({ days: z.coerce.number().int().min(1).max(MOST_DAYS).default(366) }),
    response: { 200: listOf(playbackDay) },
  })
  const access = { resource: 'vectos', operation: 'read', grant: vectos.grants.read }
  app.get('/videos/:pid/vectos/:uid/playbacks', { config: { access }, schema: list }, async request => {
    const record = await readRecord(services, vectos, actorOf(request), paramsOf(request))
    const results = await daysOf(services, record.uid, request.query.days)
    return { results, meta: { count: results.length } }
  })

  const begin = describe('Records that the user plays a video of a record; of a 3D video, counts a view', {
    tags: ['files'],
    body: z.object({
      file: pathPart.meta({
        description: '<record>/<field>',
        example: 'videos/aaaaaaaaaaaaaaaaaaaa/lowFile',
      }),
    }),
    response: { 201: z.object({ playback: z.string().nullable() }) },
  })
  app.post('/playbacks', { config: { access: 'session' }, schema: begin }, async (request, reply) => {
    const {
      resource,
      record,
      path: field,
      label,
    } = await findShownFile(services, actorOf(request), request.body.file)
    const playback = await inTransaction(services, request, async context => {
      if (!resource.fields[field]?.excludeFromHistory)
        await writeEvent(context, resource, 'view', record, { label, field })
      return resource.name === vectos.name ? countView(context.tx, { vecto: record.uid }) : null
    })
    return reply.status(201).send({ playback })
  })

  const beat = describe('Adds watch time to a view, never more than has passed', {
    tags: ['files'],
    params: z.object(playbackParams),
    body: reported,
    response: { 200: done },
  })
  app.post('/playbacks/:playback', { config: { access: 'session' }, schema: beat }, async request => {
    const { playback } = request.params
    await addSeconds(services, { playback, link: null, seconds: request.body.seconds })
    return {}
  })
}
