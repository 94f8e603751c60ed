import { join, resolve } from 'node:path'
import { uidIn } from '~/model/refs'
import type { Api } from './api'
import type { Order } from './arguments'
import { openJournal, openMemory, type Work } from './make-once'
import { isFinal, type Report, type TextKey, UsageError } from './report'
import { recordingsIn, uploadRecording } from './upload'
import { createVecto, vectosUnderWay, watchVecto } from './vectos'

type Command = (api: Api, report: Report, order: Order) => Promise<boolean>

type Task<T> = {
  readonly summary: TextKey
  readonly nameOf: (each: T) => string
  /** @returns whether it went well */
  readonly act: (each: T) => Promise<boolean>
}

/** Calls `act` for each item, and continues after a failure. @returns whether all succeeded */
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

type Wanted = { readonly name: string; readonly video: string }

/** Requests a 3D video of each 360° video, and follows them with `--watch`. */
const createEach = async (work: Work, wanted: readonly Wanted[], { settings, watch }: Order) => {
  const { api, report } = work
  const made: string[] = []
  const asked = await withEach(report, wanted, {
    summary: 'summaryAsked',
    nameOf: ({ name }) => name,
    act: async ({ video }) => {
      const vecto = await createVecto(work, video, settings)
      if (vecto) made.push(vecto)
      return vecto !== undefined
    },
  })
  return watch ? (await watchAll(api, report, made)) && asked : asked
}

/** The company that 360° videos go to: the one that is named, or the user's own. */
export const companyIn = (given: string | undefined, own: string | undefined) => {
  const uid = given && uidIn('companies', given)
  const company = uid ? `companies/${uid}` : given ? undefined : own
  if (!company) throw new UsageError('noCompany')
  return company
}

/** Sends all recordings before it waits for the first, since the server prepares them concurrently. */
const upload: Command = async (api, report, order) => {
  const folder = resolve(order.given[0] ?? '')
  const recordings = recordingsIn(folder)
  const { company: own } = await api.whoAmI()
  const company = companyIn(order.company, own)
  const journal = openJournal(order.journal ?? join(folder, '.vecto-uploads.json'), api.connection.url)
  const work = { api, report, journal }
  const uploaded: Wanted[] = []
  const sent = await withEach(report, recordings, {
    summary: 'summarySent',
    nameOf: ({ name }) => name,
    act: async recording => {
      const video = await uploadRecording({ ...work, company }, recording)
      if (video) uploaded.push({ name: recording.name, video })
      return video !== ''
    },
  })
  if (!order.create) return sent
  return (await createEach(work, uploaded, order)) && sent
}

/** The 360° video that is named by its uid, or as `upload` prints it. */
export const videoIn = (given: string) => {
  const uid = uidIn('videos', given)
  if (!uid || !/^\w+$/.test(uid)) throw new UsageError('noVideo')
  return `videos/${uid}`
}

/** Requests 3D videos. Without a journal, each run sends new requests. */
const create: Command = async (api, report, order) => {
  const { given } = order
  if (!given.length) throw new UsageError('noVideo')
  await api.whoAmI()
  const { url } = api.connection
  const journal = order.journal ? openJournal(order.journal, url) : openMemory(url)
  const wanted = given.map(name => ({ name, video: videoIn(name) }))
  return createEach({ api, report, journal }, wanted, order)
}

/** The 3D video that is named by its uid and that of its 360° video. */
export const vectoIn = (given: string) => {
  const named = /^(?:videos\/)?(?!videos\/|vectos\/)(\w+)\/(?:vectos\/)?(?!vectos$)(\w+)$/
  const [, video, vecto] = named.exec(given) ?? []
  if (!video || !vecto) throw new UsageError('badAddress', { given })
  return `videos/${video}/vectos/${vecto}`
}

const watch: Command = async (api, report, { given }) => {
  const named = given.map(vectoIn)
  await api.whoAmI()
  const vectos = named.length ? named : await vectosUnderWay(api)
  if (vectos.length) return watchAll(api, report, vectos)
  report.line('nothing')
  return true
}

export const commands: Readonly<Record<string, Command>> = { upload, create, watch }
