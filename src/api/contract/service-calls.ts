import type { Identifier } from 'react-admin'
import { type FileDescriptor, isFile } from '~/model/fields'
import type { Language } from '~/model/languages'
import { asObject, isObject, textIn } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { intercepted } from '~/src/api/answer'
import type { Backend, DeliveryStatus, PanelRecord } from '~/src/api/backend'
import { deliveryStatusIn } from '~/src/api/password-calls'
import { viewToken } from '~/src/api/viewed-tab'
import type { BulkCalls } from './bulk-calls'
import { countOf, rowsOf, toQuery } from './lists'
import { type Json, objectIn, recordIn, recordPath, toCreated, toHttpError, toRecord } from './records'

type Request = Backend['request']

/** An entry of a value list, `GET values/{collection}`. */
export type Value = { readonly key: string; readonly label: string }

/** Calls that react-admin's data provider does not define. */
export type SpecialCalls = {
  /** An action of the definition: restore, regenerate … */
  readonly act: (resource: string, id: Identifier, action: string, data?: Json) => Promise<PanelRecord>
  readonly values: (collection: string) => Promise<{ values: Value[]; total: number }>
  /** The descriptor of a finished upload. */
  readonly uploaded: (uploadId: string) => Promise<FileDescriptor>
  /** A signed URL of a record's file, valid for a day. */
  readonly fileUrl: (resource: string, id: Identifier, path: string) => Promise<string>
  /** A signed URL of a file that the panel displays itself, which does not count as a download. */
  readonly shownUrl: (resource: string, id: Identifier, path: string) => Promise<string>
  /** Records that the user plays a file; of a 3D video, counts a view. @returns the id for its watch time; null: none is counted */
  readonly beginPlayback: (resource: string, id: Identifier, path: string) => Promise<string | null>
  readonly addPlayback: (playback: string, seconds: number, isLast: boolean) => Promise<unknown>
  /** A field that has its own endpoint because it is too large for its record. */
  readonly part: (resource: string, id: Identifier, key: string) => Promise<unknown>
}

const VALUES_BATCH = 100

const toValue = (row: unknown): Value => {
  const { key, label } = isObject(row) ? row : {}
  return { key: String(key), label: String(label ?? key) }
}

const urlUnder =
  (request: Request, address: 'dl' | 'dl2') => async (resource: string, id: Identifier, path: string) => {
    const url = textIn(await request(`/${address}${recordPath(resource, id)}/${path}`), 'url')
    if (url === undefined) throw toHttpError(intercepted('The answer holds no address'))
    return url
  }

export const specialCalls = (request: Request, offers: Backend['offers']): SpecialCalls => ({
  uploaded: async id => {
    const file = await request<FileDescriptor>(`/files/${encodeURIComponent(id)}`)
    if (!isFile(file)) throw toHttpError(intercepted('The answer describes no file'))
    return file
  },
  act: async (resource, id, action, data) => {
    const method = resourceOf(resource).actions?.[action]?.method ?? 'POST'
    const answer = await request(
      `${recordPath(resource, id)}/${action}`,
      method === 'GET' ? {} : { method, json: data ?? {} },
    )
    return toRecord(resource, objectIn(answer))
  },
  values: async collection => {
    const answer = await request(`/values/${collection}?batch=${VALUES_BATCH}`)
    return { values: rowsOf(answer).map(toValue), total: countOf(answer) }
  },
  fileUrl: urlUnder(request, 'dl'),
  shownUrl: urlUnder(request, 'dl2'),
  beginPlayback: async (resource, id, path) => {
    // Nothing that happens in a view as another user is theirs.
    if (!offers('publicLinks') || viewToken()) return null
    const json = { file: `${recordPath(resource, id).slice(1)}/${path}` }
    return textIn(await request('/playbacks', { method: 'POST', json }), 'playback') ?? null
  },
  addPlayback: (playback, seconds, isLast) =>
    request(`/playbacks/${playback}`, { method: 'POST', json: { seconds }, keepalive: isLast }),
  part: (resource, id, key) => request(`${recordPath(resource, id)}/${key}`),
})

/** Calls of more than one feature, or of the generic screens, that concern no record. */
export type ServiceCalls = {
  /**
   * Invites a user; one invited before gets another link.
   * @param attempt as in `RequestOptions`
   * @returns the delivery status of the e-mail
   */
  readonly inviteUser: (data: Json, attempt?: string) => Promise<DeliveryStatus>
  /** The identity provider sends invitations: creating a pending user sends none. */
  readonly invitesByProvider: boolean
  /** Changes of many records; loaded when records are chosen. */
  readonly many: () => Promise<BulkCalls>
}

/** If the identity provider sends the links, their keys are generated here (specification §7). */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), byte => byte.toString(16).padStart(2, '0')).join('')

const inviting =
  (request: Request, sendInvitation: Backend['sendInvitation']) =>
  async (data: Json, attempt?: string): Promise<DeliveryStatus> => {
    const json = { origin: 'invitation', ...toCreated('users', data) }
    if (!sendInvitation) {
      const answer = await request('/user-invite', { method: 'POST', json, ...(attempt && { attempt }) })
      recordIn('users', answer)
      return deliveryStatusIn(answer)
    }
    const onboardingKey = newKey()
    const answer = await request('/user-invite', { method: 'POST', json: { ...json, onboardingKey } })
    const { uid } = recordIn('users', answer)
    await sendInvitation({
      email: String(data.email),
      lang: String(data.lang),
      hash: `${uid}-${onboardingKey}`,
    })
    return 'sent'
  }

export const serviceCalls = (request: Request, sendInvitation?: Backend['sendInvitation']): ServiceCalls => ({
  inviteUser: inviting(request, sendInvitation),
  invitesByProvider: sendInvitation !== undefined,
  many: async () => (await import('./bulk-calls')).bulkCalls(request, toQuery),
})

type Failure = { readonly reason: string; readonly reasonCode: string; readonly at: string }

/** The status of mail, for root; of the mail server only its host name. */
export type MailState = {
  readonly outlook: DeliveryStatus
  readonly server: string | null
  readonly from: string
  readonly waiting: number
  readonly failed: number
  readonly kept: number
  readonly lastSentAt: string | null
  readonly lastFailure: Failure | null
}

/** `reachable` is null if no mail server is configured. */
type MailCheck = {
  readonly reachable: boolean | null
  readonly reason: string | null
  readonly reasonCode: string | null
}

/** A template in the format of its form, to send in one language. */
type TestMail = {
  readonly action: unknown
  readonly subject: unknown
  readonly content: unknown
  readonly lang: Language
}

export type TestResult = {
  readonly uid: string
  readonly mail: DeliveryStatus | 'failed'
  readonly reason: string | null
  readonly reasonCode: string | null
}

export type MailCalls = {
  readonly mailState: () => Promise<MailState>
  /** Connects to the mail server immediately; takes up to eight seconds. */
  readonly checkMail: () => Promise<MailCheck>
  /** Sends a template, saved or not, to the signed-in user, and waits for the result. */
  readonly sendTestMail: (test: TestMail) => Promise<TestResult>
}

export const mailCalls = (request: Backend['request']): MailCalls => ({
  mailState: () => request<MailState>('/utils/mail'),
  checkMail: () => request<MailCheck>('/utils/mail/check'),
  sendTestMail: json => request<TestResult>('/utils/mail/test', { method: 'POST', json }),
})

/** The status and the speed of video processing. */
export type Processing = {
  readonly ready: boolean
  /** Missing prerequisites that keep jobs waiting: `ffmpeg`, `worker`. */
  readonly missing: readonly string[]
  /** Jobs that no worker has claimed yet. */
  readonly waiting: number
  readonly running: number
  /** Seconds per million pixels, by mode. */
  readonly speeds: Readonly<Record<string, number>>
}

/** A video that is being made, or queued. */
/** `part`: of the record, from 1 on, if the job makes only that; `jobs`: more than 1 for parts that wait. */
export type Job = {
  readonly resource: string
  readonly id: string
  readonly part: number | null
  readonly jobs: number
  readonly label: string
  readonly worker: string | null
  readonly createdAt: string
  readonly startedAt: string | null
  readonly progress: unknown
}

/** How a preview is made, as its 3D video would be; `cameraHeight` in metres. */
type PreviewSettings = { readonly mode: string; readonly cameraHeight?: number }

export type ProcessingCalls = {
  /** For root: the running jobs, then the queued ones, oldest first. */
  readonly jobs: () => Promise<readonly Job[]>
  readonly processing: () => Promise<Processing>
  /** Creates a 360° video from camera files; returns the video, which is pending. */
  readonly createVideoJob: (data: Json, attempt?: string) => Promise<PanelRecord>
  /** Orders a 3D preview of a 360° video, starting at `at` seconds. */
  readonly preview: (video: string, at: number, settings: PreviewSettings) => Promise<unknown>
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)

export const processingCalls = (request: Backend['request']): ProcessingCalls => ({
  processing: async () => {
    const { ready, missing, waiting, running, speeds } = objectIn(await request('/processing'))
    return {
      ready: ready === true,
      missing: Array.isArray(missing) ? missing.map(String) : [],
      waiting: count(waiting),
      running: count(running),
      speeds: Object.fromEntries(
        Object.entries(asObject(speeds)).map(([mode, pace]) => [mode, Number(pace)]),
      ),
    }
  },
  jobs: async () => rowsOf<Job>(await request('/utils/jobs')),
  preview: (video, at, settings) =>
    request(`/videos/${video}/preview`, { method: 'POST', json: { at, ...settings } }),
  createVideoJob: async (data, attempt) => {
    const json = toCreated('videos', data)
    const options = { method: 'POST', json, ...(attempt && { attempt }) }
    return recordIn('videos', await request('/videos360/job', options))
  },
})
