import type { Resource } from '~/model/define'
import { keysOf } from '~/model/objects'
import { registry } from '~/model/registry'
import { newUid } from '~/server/platform/crypto/tokens'
import { demoDeliveries, demoTokens, demoWebhooks } from './automation'
import { giveAvatars } from './avatars'
import { type Cast, DAY, type DemoRow, linkTo } from './cast'
import type { DemoCompany } from './companies'
import { demoDownloads } from './downloads'
import { countShares, countVersions, demoEnvironments, demoShares, demoVersions } from './environments'
import { demoGroups, demoGuests } from './groups'
import {
  accessEvents,
  createEvent,
  demoNotifications,
  demoSecurityEvents,
  downloadEvents,
  renameEvents,
} from './history'
import type { FileRow } from './kept'
import { demoMails, demoTemplates } from './mails'
import type { Material } from './material'
import { demoMedias } from './medias'
import { type DemoPlaybackDay, demoPublicLinks } from './public-links'
import { demoSessions, demoViewings } from './sessions'
import { demoUsageDays } from './usage-days'
import { accounts } from './users'
import { countSeconds, demoVectos, demoVideos } from './videos'

type Plan = { readonly name: string; readonly list: string; readonly tab?: string; readonly query: string }

const plans: readonly Plan[] = [
  { name: 'Templates', list: 'medias', tab: 'completed', query: '?specialUsage=templateMedia&sort=name' },
  { name: 'Recently signed in', list: 'users', tab: 'active', query: '?sort=-lastLoginAt&rows=30' },
  { name: 'A to Z', list: 'environments', tab: 'completed', query: '?sort=name&rows=30' },
  { name: 'By length', list: 'videos', tab: 'completed', query: '?sort=-duration' },
]

/** Views that colleagues share, in every company; none is of an account whose password is shown. */
const demoViews = ({ companies, people, now }: Cast): DemoRow[] =>
  companies.flatMap(company => {
    const colleagues = people.filter(
      ({ company: of }, index) => index >= accounts.length && of.ref === `companies/${company.uid}`,
    )
    const owner = colleagues.find(({ role }) => role === 'admin') ?? colleagues[0]
    if (!owner) return []
    return plans.map((plan, index) => {
      const createdAt = new Date(now.getTime() - (index + 2) * DAY)
      return {
        ...plan,
        uid: newUid(),
        shared: true,
        isDefault: false,
        createdBy: linkTo('users', owner),
        company: linkTo('companies', company),
        createdAt,
        updatedAt: createdAt,
      }
    })
  })

const SECONDS = 60

type Step = { readonly type: string; readonly quantity: number; readonly comment: string | null }

/** First purchase, extension and return; their sum is the quota. */
const steps = (type: string, total: number, back: number): Step[] => {
  const first = Math.ceil(total * 0.6)
  const all = [
    { type, quantity: first, comment: null },
    { type, quantity: total - first + back, comment: 'Extension' },
    { type, quantity: -back, comment: 'Correction: ordered too many' },
  ]
  return all.filter(({ quantity }) => quantity !== 0)
}

const stepsOf = (company: DemoCompany, index: number): Step[] => [
  ...steps('users', Number(company['users.purchased']), index % 3 === 1 ? 5 : 0),
  ...steps('maxActive', Number(company['users.maxActive']), index % 4 === 2 ? 2 : 0),
  ...steps('minutes', Number(company['seconds.purchased']) / SECONDS, index % 2 === 0 ? 30 : 0),
]

/** Purchases that add up to the companies' quotas. */
const demoPurchases = ({ companies, root, now }: Cast): DemoRow[] =>
  companies.flatMap((company, index) => {
    const start = company.createdAt.getTime()
    const bought = stepsOf(company, index)
    return bought.map(({ type, quantity, comment }, step) => {
      // Nothing is used before some of it is bought.
      const later = comment === null ? 0 : ((now.getTime() - start) * step) / (bought.length + 1)
      const createdAt = new Date(start + later + (DAY * (step + 1)) / 100)
      return {
        uid: newUid(),
        type,
        quantity,
        comment,
        company: linkTo('companies', company),
        createdBy: linkTo('users', root),
        createdAt,
        updatedAt: createdAt,
      }
    })
  })

type Table = { readonly resource: Resource; readonly rows: readonly DemoRow[] }

type DemoWorld = {
  /** Tables in the order of their references. */
  readonly tables: readonly Table[]
  readonly files: readonly FileRow[]
  readonly sessions: readonly DemoRow[]
  readonly usageDays: ReturnType<typeof demoUsageDays>
  readonly playbackDays: readonly DemoPlaybackDay[]
}

const made = (cast: Cast, material: Material) => {
  const groups = demoGroups(cast)
  const environments = demoEnvironments(cast)
  const versions = demoVersions(cast, environments, material.archives, groups)
  const videos = demoVideos(cast, material)
  const vectos = demoVectos(
    cast,
    videos.map(({ video }) => video),
    { ...material, groups },
  )
  return {
    groups,
    guests: demoGuests(cast, groups),
    environments,
    versions,
    videos,
    vectos,
    medias: demoMedias(cast, material.medias),
    downloads: demoDownloads(cast, material.installers),
  }
}

/** All records of the demo with consistent counters; e-mails link to the panel at `address`. */
export const demoWorld = (cast: Cast, material: Material, address: string): DemoWorld => {
  const all = made(cast, material)
  const avatars = giveAvatars(cast, material)
  const versions = all.versions.map(({ version }) => version)
  const vectos = all.vectos.map(({ vecto }) => vecto)
  const medias = all.medias.map(({ record }) => record)
  const shares = demoShares(versions, medias, vectos)
  countVersions(all.environments, versions)
  countShares(medias, shares)
  countSeconds(cast.companies, vectos)
  const rows = {
    companies: cast.companies,
    users: cast.people,
    groups: all.groups,
    purchases: demoPurchases(cast),
    guests: all.guests,
    environments: all.environments,
    versions,
    videos: all.videos.map(({ video }) => video),
    vectos,
    medias,
    downloads: all.downloads.map(({ download }) => download),
    templates: demoTemplates(cast),
  } as const
  const recorded: Table[] = keysOf(rows).map(name => ({ resource: registry[name], rows: rows[name] }))
  const publicLinks = demoPublicLinks(cast, vectos)
  const events = [
    ...recorded.flatMap(({ resource, rows: of }) => of.map(row => createEvent(cast, resource, row))),
    ...renameEvents(registry.medias, medias, 3),
    ...renameEvents(registry.videos, rows.videos, 4),
    ...renameEvents(registry.groups, rows.groups, 5),
    ...accessEvents(registry.versions, cast, versions),
    ...downloadEvents(cast, all.downloads),
    ...publicLinks.links.map(row => createEvent(cast, registry.public_links, row)),
  ]
  const sessions = demoSessions(cast)
  const webhooks = demoWebhooks(cast)
  const files = [
    ...[...all.versions, ...all.videos, ...all.vectos, ...all.medias].flatMap(({ files }) => files),
    ...all.downloads.map(({ file }) => file),
    ...avatars,
  ]
  const owners = { versions, videos: rows.videos, vectos, medias }
  return {
    tables: [
      ...recorded,
      { resource: registry.sessions, rows: sessions },
      { resource: registry.shares, rows: shares },
      { resource: registry.security_events, rows: demoSecurityEvents(cast) },
      { resource: registry.mails, rows: demoMails(cast, address) },
      { resource: registry.tokens, rows: demoTokens(cast) },
      { resource: registry.webhooks, rows: webhooks },
      { resource: registry.deliveries, rows: demoDeliveries(cast, webhooks) },
      { resource: registry.views, rows: demoViews(cast) },
      { resource: registry.notifications, rows: demoNotifications(cast) },
      { resource: registry.viewings, rows: demoViewings(cast) },
      { resource: registry.public_links, rows: publicLinks.links },
      { resource: registry.events, rows: events },
    ],
    sessions,
    files,
    playbackDays: publicLinks.days,
    usageDays: demoUsageDays(cast, { purchases: rows.purchases, vectos, sessions, owners, files }),
  }
}
