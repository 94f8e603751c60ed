import { join, resolve } from 'node:path'
import { textIn } from '~/model/objects'
import type { Api } from './api'
import type { Order } from './arguments'
import { isFinal, UsageError } from './failures'
import { openJournal } from './journal'
import { type Recording, recordingsIn } from './recordings'
import type { Report } from './report'
import type { TextKey } from './texts'
import { type Upload, uploadRecording } from './upload'
import { createVecto, vectosUnderWay, watchVecto } from './vectos'

type Command = (api: Api, report: Report, order: Order) => Promise<boolean>

type Task<T> = {
  readonly summary: TextKey
  readonly nameOf: (each: T) => string
  /** @returns whether it went well */
  readonly act: (each: T) => Promise<boolean>
}

/** Does something with each, and goes on where one fails. @returns whether all went well */
const withEach = async <T>(report: Report, all: readonly T[], { summary, nameOf, act }: Task<T>) => {
  let done = 0
  for (const each of all) {
    try {
      if (await act(each)) done += 1
    } catch (error) {
      if (isFinal(error)) throw error
      report.failure(nameOf(each), error)
    }
  }
  report.line(summary, { done, failed: all.length - done })
  return done === all.length
}

const watchAll = (api: Api, report: Report, vectos: readonly string[]) =>
  withEach(report, vectos, {
    summary: 'summaryMade',
    nameOf: String,
    act: vecto => watchVecto(api, report, vecto),
  })

/** The 3D video that was asked for before, if it is still there. */
const vectoBefore = async ({ api, journal }: Upload, key: string) => {
  const { vecto } = journal.of(key)
  return vecto && (await api.find(vecto)) ? vecto : undefined
}

const createEach = (upload: Upload, recordings: readonly Recording[], settings: Order['settings']) =>
  withEach(upload.report, recordings, {
    summary: 'summaryAsked',
    nameOf: ({ name }) => name,
    act: async ({ key }) => {
      const { api, report, journal } = upload
      const { video = '' } = journal.of(key)
      const vecto = (await vectoBefore(upload, key)) ?? (await createVecto(api, report, video, settings))
      journal.note(key, { vecto })
      return vecto !== undefined
    },
  })

const companyOf = async (api: Api, given: string | undefined) => {
  const own = textIn((await api.whoAmI()).company, 'ref')
  if (!given && !own) throw new UsageError('noCompany')
  return given ? `companies/${given}` : (own ?? '')
}

/** All recordings are sent before the first is waited for: the server prepares them meanwhile. */
const upload: Command = async (api, report, { given, create, watch, settings, ...order }) => {
  const folder = resolve(given[0] ?? '')
  const recordings = recordingsIn(folder)
  const company = await companyOf(api, order.company)
  const journal = openJournal(order.journal ?? join(folder, '.vecto-uploads.json'), api.connection.url)
  const context: Upload = { api, report, journal, company }
  const sent = await withEach(report, recordings, {
    summary: 'summarySent',
    nameOf: ({ name }) => name,
    act: async recording => Boolean(await uploadRecording(context, recording)),
  })
  if (!create) return sent
  const uploaded = recordings.filter(({ key }) => journal.of(key).video)
  const asked = await createEach(context, uploaded, settings)
  if (!watch) return sent && asked
  const vectos = uploaded.flatMap(({ key }) => journal.of(key).vecto ?? [])
  return (await watchAll(api, report, vectos)) && sent && asked
}

const create: Command = async (api, report, { given, watch, settings }) => {
  if (!given.length) throw new UsageError('noVideo')
  await api.whoAmI()
  const made: string[] = []
  const asked = await withEach(report, given, {
    summary: 'summaryAsked',
    nameOf: String,
    act: async uid => {
      const vecto = await createVecto(api, report, `videos/${encodeURIComponent(uid)}`, settings)
      if (vecto) made.push(vecto)
      return vecto !== undefined
    },
  })
  return watch ? (await watchAll(api, report, made)) && asked : asked
}

const addressOf = (given: string) => {
  const [, video, vecto] = /^(?:videos\/)?(\w+)\/(?:vectos\/)?(\w+)$/.exec(given) ?? []
  if (!video || !vecto) throw new UsageError('badAddress', { given })
  return `videos/${video}/vectos/${vecto}`
}

const watch: Command = async (api, report, { given }) => {
  const named = given.map(addressOf)
  await api.whoAmI()
  const vectos = named.length ? named : await vectosUnderWay(api)
  if (vectos.length) return watchAll(api, report, vectos)
  report.line('nothing')
  return true
}

export const commands: Readonly<Record<string, Command>> = { upload, create, watch }
