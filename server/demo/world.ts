import type { Resource } from '~/model/define'
import { keysOf } from '~/model/objects'
import { registry } from '~/model/registry'
import { demoDeliveries, demoTokens, demoWebhooks } from './automation'
import type { Cast, DemoRow } from './cast'
import { demoDownloads } from './downloads'
import { demoEnvironments } from './environments'
import { demoGroups } from './groups'
import { demoGuests } from './guests'
import { accessEvents, createEvent, downloadEvents, renameEvents } from './history'
import type { FileRow } from './kept'
import { demoMails } from './mails'
import type { Material } from './material'
import { demoMedias } from './medias'
import { demoNotifications } from './notifications'
import { demoPurchases } from './purchases'
import { demoSecurityEvents } from './security-events'
import { demoSessions } from './sessions'
import { countShares, demoShares } from './shares'
import { demoTemplates } from './templates'
import { demoUsageDays } from './usage-days'
import { countSeconds, demoVectos } from './vectos'
import { countVersions, demoVersions } from './versions'
import { demoVideos } from './videos'
import { demoViewings } from './viewings'
import { demoViews } from './views'

type Table = { readonly resource: Resource; readonly rows: readonly DemoRow[] }

type DemoWorld = {
  /** In the order of their references. */
  readonly tables: readonly Table[]
  readonly files: readonly FileRow[]
  readonly sessions: readonly DemoRow[]
  readonly usageDays: ReturnType<typeof demoUsageDays>
}

const made = (cast: Cast, material: Material) => {
  const groups = demoGroups(cast)
  const environments = demoEnvironments(cast)
  const versions = demoVersions(cast, environments, material.archives, groups)
  const videos = demoVideos(cast, material.gallery)
  const vectos = demoVectos(
    cast,
    videos.map(({ video }) => video),
    { gallery: material.gallery, groups },
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
  const events = [
    ...recorded.flatMap(({ resource, rows: of }) => of.map(row => createEvent(cast, resource, row))),
    ...renameEvents(registry.medias, medias, 3),
    ...renameEvents(registry.videos, rows.videos, 4),
    ...renameEvents(registry.groups, rows.groups, 5),
    ...accessEvents(registry.versions, cast, versions),
    ...downloadEvents(cast, all.downloads),
  ]
  const sessions = demoSessions(cast)
  const webhooks = demoWebhooks(cast)
  const files = [
    ...[...all.versions, ...all.videos, ...all.vectos, ...all.medias].flatMap(({ files }) => files),
    ...all.downloads.map(({ file }) => file),
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
      { resource: registry.events, rows: events },
    ],
    sessions,
    files,
    usageDays: demoUsageDays(cast, { purchases: rows.purchases, vectos, sessions, owners, files }),
  }
}
