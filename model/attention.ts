import { keysOf } from './objects'
import type { ResourceName } from './registry'
import { failed } from './video/processing-states'

/** Severities of entries, most urgent first. */
export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]

type Value = string | readonly string[] | { readonly gte: string } | { readonly lte: string }
type AttentionFilter = Readonly<Record<string, Value>>

/** Companies that no filter of their fields describes: the server finds their uids. */
export type CompanyFinder = 'seats' | 'activeSeats' | 'minutes' | 'seatsShort'
/** Records that meet the filter and that no worker is at: the server finds their uids too. */
export type Finder = CompanyFinder | 'stuck'

type Listed = {
  readonly severity: Severity
  /** The list that the entry counts and opens: users who may not read it have no such entry. */
  readonly resource: ResourceName
  readonly tab?: string
  /** Conditions of `q` in addition to those of the tab. */
  readonly filter?: (now: Date) => AttentionFilter
  readonly find?: Finder
  /** For nested records, which have no list of their own: the entry lists the records that contain them. */
  readonly holding?: {
    readonly resource: ResourceName
    /** Their link to the record that they live in. */
    readonly by: string
    readonly filter: (now: Date) => AttentionFilter
  }
  /** Date field (of the nested records, if `holding` is set) whose earliest value is returned with the count. */
  readonly date?: string
  /** A counter and its limit: the used share is returned. */
  readonly share?: readonly [used: string, limit: string]
  /** The records have no names of their own. */
  readonly nameless?: true
  /** Shown while no mail server is configured, also with nothing to count. */
  readonly whileMailIsOff?: true
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

const recent = (days: number) => (now: Date) => ({ gte: before(now, days * DAY) })
const old = (hours: number) => (now: Date) => ({ lte: before(now, hours * HOUR) })

/** Days for which a failed job is worth attention. */
const FAILED_DAYS = 30
/** Hours at one step without a worker: its worker is lost, or none takes it. */
const STUCK_HOURS = 2
const MAIL_HOURS = 1
const DUE_DAYS = 7
const SECURITY_DAYS = 7

/** Restored and other records have no such date. */
const due = (now: Date) => ({ deletableAt: { lte: before(now, -DUE_DAYS * DAY) } })

const companyQuota = { resource: 'companies', severity: 'warning' } as const

/**
 * Entries of the home page that need attention, by the key of their text (`attention.entries.<key>`). Each entry counts
 * the records that its list shows to the reader with the same filter.
 */
export const attention = {
  failedVideos: {
    ...{ resource: 'videos', severity: 'error', tab: 'pending' },
    filter: now => ({ status: failed, updatedAt: recent(FAILED_DAYS)(now) }),
  },
  failedVectos: {
    ...{ resource: 'vectos', severity: 'error', tab: 'failedScenes' },
    filter: now => ({ updatedAt: recent(FAILED_DAYS)(now) }),
  },
  stuckVideos: {
    ...{ resource: 'videos', severity: 'warning', tab: 'pending', find: 'stuck' },
    filter: now => ({ status: ['pending', 'converting'], updatedAt: old(STUCK_HOURS)(now) }),
  },
  stuckVectos: {
    ...{ resource: 'vectos', severity: 'warning', tab: 'progressScenes', find: 'stuck' },
    filter: now => ({ updatedAt: old(STUCK_HOURS)(now) }),
  },
  seatsShort: { ...companyQuota, find: 'seatsShort' },
  seatsNearlyFull: { ...companyQuota, find: 'seats', share: ['users.total', 'users.purchased'] },
  activeSeatsNearlyFull: {
    ...companyQuota,
    ...{ find: 'activeSeats', share: ['users.active', 'users.maxActive'] },
  },
  minutesNearlyFull: { ...companyQuota, find: 'minutes', share: ['seconds.used', 'seconds.purchased'] },
  noMailServer: { resource: 'mails', severity: 'warning', tab: 'kept', whileMailIsOff: true },
  mailFailed: { resource: 'mails', severity: 'error', tab: 'failed' },
  mailWaiting: {
    ...{ resource: 'mails', severity: 'warning', tab: 'waiting' },
    filter: now => ({ createdAt: old(MAIL_HOURS)(now) }),
  },
  dueEnvironments: {
    ...{ resource: 'environments', severity: 'info', tab: 'completed', date: 'deletableAt' },
    filter: due,
  },
  dueVersions: {
    ...{ resource: 'environments', severity: 'info', tab: 'completed', date: 'deletableAt' },
    holding: { resource: 'versions', by: 'environment', filter: due },
  },
  dueMedias: {
    ...{ resource: 'medias', severity: 'info', tab: 'completed', date: 'deletableAt' },
    filter: due,
  },
  failedSignIns: {
    ...{ resource: 'security_events', severity: 'warning', nameless: true },
    filter: now => ({ event: ['signInFailed', 'signInBlocked'], createdAt: recent(SECURITY_DAYS)(now) }),
  },
  refusals: {
    ...{ resource: 'security_events', severity: 'info', nameless: true },
    filter: now => ({ event: ['refused'], createdAt: recent(SECURITY_DAYS)(now) }),
  },
} as const satisfies Readonly<Record<string, Listed>>

export type AttentionEntry = Listed

/** Jobs that wait for a worker, which root alone sees, have no list of records. */
export const attentionKeys = [...keysOf(attention), 'notProcessing'] as const
export type AttentionKey = (typeof attentionKeys)[number]
