import { z } from 'zod'
import { canEverList } from '~/model/access'
import {
  type AttentionEntry,
  type AttentionKey,
  attention,
  attentionKeys,
  severities,
} from '~/model/attention'
import type { Actor } from '~/model/grants'
import { keysOf } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { readiness } from '~/server/features/processing/readiness'
import { databaseTime } from '~/server/platform/database/clock'
import { type App, companyRef, describe, link, listOf } from '~/server/platform/http/route-schemas'
import { actorOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { type Asker, countEntry } from './count-entry'

const named = z.object({
  ref: z.string(),
  label: z.string(),
  share: z.number().nullable().meta({ description: 'How much of a limit is used; 1: all' }),
})

const result = z.object({
  key: z.enum(attentionKeys),
  severity: z.enum(severities),
  resource: z.string().nullable(),
  tab: z.string().nullable(),
  filter: z.record(z.string(), z.unknown()).meta({ description: '`q` of the list, beside that of its tab' }),
  company: link.nullable().meta({ description: 'Where the list opens for one company at a time' }),
  count: z.int(),
  date: z.string().nullable(),
  records: z.array(named).meta({ description: 'The first of them' }),
  failed: z.boolean().meta({ description: 'It could not be counted' }),
})
type Result = z.output<typeof result>

const blank = { filter: {}, company: null, count: 0, date: null, records: [], failed: false }

const isFor = ({ resource, whileMailIsOff }: AttentionEntry, actor: Actor, { config }: Services) =>
  canEverList(resourceOf(resource), actor) && !(whileMailIsOff && config.SMTP_URL)

/** Jobs wait, and no worker can take them. The job queue is root's. */
const waitingJobs = async (services: Services): Promise<Result[]> => {
  const { ready, waiting } = await readiness(services)
  if (ready || waiting === 0) return []
  return [{ ...blank, key: 'notProcessing', severity: 'error', resource: null, tab: null, count: waiting }]
}

/** A failing entry is returned as failed; the others are still returned. */
const guarded = async ({ log }: Services, failure: Omit<Result, 'failed'>, work: () => Promise<Result[]>) => {
  try {
    return await work()
  } catch (error) {
    log.error(error, `attention: ${failure.key}`)
    return [{ ...failure, failed: true }]
  }
}

const resultsOf = (asker: Asker, key: keyof typeof attention) => {
  const entry: AttentionEntry = attention[key]
  const { severity, resource, tab = null } = entry
  const common = { key: key satisfies AttentionKey, severity, resource, tab }
  return guarded(asker.services, { ...blank, ...common }, async () =>
    (await countEntry(asker, entry)).map(part => ({ ...common, ...part, failed: false })),
  )
}

const jobsOf = (services: Services, { role }: Actor) =>
  role === 'root'
    ? guarded(
        services,
        { ...blank, key: 'notProcessing', severity: 'error', resource: null, tab: null },
        () => waitingJobs(services),
      )
    : []

const bySeverity = (one: Result, other: Result) =>
  severities.indexOf(one.severity) - severities.indexOf(other.severity)

/** Entries that need the attention of the user, counted within the records that they may list. */
export const addAttentionRoutes = (app: App, services: Services) => {
  const schema = describe('What needs the attention of the user, most urgent first', {
    querystring: z.object({
      company: companyRef.optional().meta({ description: '`companies/<uid>`: of this company alone' }),
    }),
    response: { 200: listOf(result) },
  })
  app.get('/me/attention', { config: { access: 'session', views: true }, schema }, async request => {
    const actor = actorOf(request)
    const asker = { services, actor, now: databaseTime(), company: request.query.company }
    const results: Result[] = [...(await jobsOf(services, actor))]
    for (const key of keysOf(attention))
      if (isFor(attention[key], actor, services)) results.push(...(await resultsOf(asker, key)))
    return { results: results.sort(bySeverity), meta: { count: results.length } }
  })
}
