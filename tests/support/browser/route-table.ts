import { type Role, roles } from '~/model/grants'
import type { Api } from '~/tests/support/server/api'
import { listAll } from '~/tests/support/server/demo-world'

/** Records of one demo company, by the parameter names of the routes. */
export type Places = Readonly<Record<string, string>>

const everyone = roles
const staff = ['root', 'partner', 'admin'] as const
const sellers = ['root', 'partner'] as const
const root = ['root'] as const

type Line = readonly [path: string, hashes: readonly string[], opened: readonly Role[]]

/** All routes of the specification and the product, with their tabs and the roles that can open them. */
export const routeTable: readonly Line[] = [
  ['/home', [], everyone],
  ['/user/record', [], everyone],
  ['/admin', [], root],
  ['/administration', [], root],
  ['/admin/outbox', ['all', 'waiting', 'sent', 'failed', 'kept'], root],
  ['/admin/outbox/show/:mail', [], root],
  ['/admin/security', [], root],
  ['/user', ['active', 'invited', 'deleted'], staff],
  ['/user/create', [], staff],
  ['/user/invite', [], staff],
  ['/pw-email?id=:user', [], staff],
  ['/user/show/:user', ['details', 'sessions', 'viewings', 'events'], staff],
  ['/user/modify/:user', [], staff],
  ['/sessions', [], staff],
  ['/sessions/show/:session', [], staff],
  ['/environments', ['completed', 'pending'], staff],
  ['/environments/show/:environment', ['details', 'versions', 'scenes', 'medias', 'events'], staff],
  [
    '/environments/:environment/versions/:version/tree',
    ['tree', 'details', 'scenes', 'medias', 'events'],
    staff,
  ],
  ['/company', [], sellers],
  ['/mycompany', [], ['admin']],
  ['/company/create', [], sellers],
  [
    '/company/show/:company',
    ['details', 'users', 'groups', 'guests', 'videos360', 'scenes', 'sessions'],
    staff,
  ],
  ['/company/modify/:company', [], staff],
  ['/company/modify/companies.:company', [], staff],
  ['/company/groups/:company', [], staff],
  ['/company/companies.:company/group/create', [], staff],
  ['/company/companies.:company/group/modify/:group', [], staff],
  ['/company/purchases/:company', [], staff],
  ['/company/companies.:company/purchase/create', [], root],
  ['/company/guests/:company', [], staff],
  ['/company/companies.:company/guest/create', [], staff],
  ['/video360', ['completed', 'pending'], staff],
  ['/video360/create', [], staff],
  ['/video360/job', [], staff],
  ['/video360/vecto/:video', [], staff],
  ['/video360/show/:video', ['details', 'scenes', 'events'], staff],
  ['/video360/modify/:video', [], staff],
  ['/video3d', ['completedScenes', 'progressScenes', 'failedScenes'], staff],
  ['/video3d/show/:vectoVideo/:vecto', ['details', 'shares', 'publicLinks', 'playbacks', 'events'], staff],
  ['/video3d/rename/:vectoVideo/:vecto', [], staff],
  ['/medias', ['completed', 'grid', 'pending'], staff],
  ['/medias/create', [], staff],
  ['/medias/show/:media', ['details', 'shares', 'events'], staff],
  ['/medias/modify/:media', [], staff],
  ['/templates', [], root],
  ['/templates/create', [], root],
  ['/templates/show/:template', ['details', 'events'], root],
  ['/templates/modify/:template', [], root],
  ['/downloads', [], root],
  ['/downloads/create', [], root],
  ['/downloads/show/:download', ['details', 'events'], root],
  ['/downloads/modify/:download', [], root],
  ['/audit', [], staff],
  ['/viewings', [], staff],
  ['/usage', [], staff],
  ['/notifications', ['all', 'unread'], everyone],
  ['/trash', [], staff],
  ['/company/customer', [], root],
  ['/tokens', [], staff],
  ['/tokens/create', [], staff],
  ['/webhooks', [], staff],
  ['/webhooks/create', [], staff],
  ['/webhooks/show/:webhook', ['details', 'deliveries'], staff],
  ['/webhooks/modify/:webhook', [], staff],
  ['/webhooks/deliveries', ['all', 'waiting', 'delivered', 'failed'], staff],
  ['/webhooks/deliveries/show/:delivery', [], staff],
]

/** Routes that redirect to others. */
export const redirections = [
  ['/', '/home'],
  ['/account', '/user/record'],
  ['/login', '/home'],
] as const

const first = async (api: Api, path: string, q: object = {}) => {
  const [record] = await listAll<{ uid: string; video?: { ref: string } }>(api, path, q)
  if (!record) throw new Error(`no ${path} in the demo data where ${JSON.stringify(q)}`)
  return record
}

const nested = async (api: Api, path: string, q: object = {}) => {
  const { body } = await api.get<{ results: { uid: string }[] }>(
    `${path}?batch=1&q=${encodeURIComponent(JSON.stringify(q))}`,
  )
  return body.results[0]?.uid ?? ''
}

/** Records of the demo company Musée du Littoral, which its administrator and its partner can read. */
export const placesOf = async (api: Api): Promise<Places> => {
  const company = (await first(api, 'companies', { name: 'Musée du Littoral' })).uid
  const own = { company: `companies/${company}` }
  const vecto = await first(api, 'videos3d', { ...own, status: 'completed' })
  const environment = (await first(api, 'environments', { ...own, status: 'completed' })).uid
  return {
    company,
    environment,
    user: (await first(api, 'users', { ...own, status: 'active', role: 'viewer' })).uid,
    session: (await first(api, 'sessions', own)).uid,
    version: await nested(api, `environments/${environment}/versions`, { status: 'completed' }),
    group: await nested(api, `companies/${company}/groups`),
    video: (await first(api, 'videos', { ...own, pending: false })).uid,
    vecto: vecto.uid,
    vectoVideo: vecto.video?.ref.split('/')[1] ?? '',
    media: (await first(api, 'medias', { ...own, status: 'completed' })).uid,
    download: (await first(api, 'downloads', { accessible: false })).uid,
    template: (await first(api, 'templates')).uid,
    webhook: (await first(api, 'webhooks', own)).uid,
    delivery: (await first(api, 'deliveries', own)).uid,
    mail: (await first(api, 'mails', { status: 'kept' })).uid,
  }
}

/** Replaces whole parameter names: `:vecto` must not match the beginning of `:vectoVideo`. */
export const fill = (path: string, places: Places) =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => places[name] ?? `no-${name}`)
