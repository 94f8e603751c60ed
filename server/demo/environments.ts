import { refIn } from '~/model/refs'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, groupedBy, linkTo, momentIn, momentOf, some, spread } from './cast'
import type { DemoCompany } from './companies'
import { pick, type Random, seeded } from './files/random'
import { type DemoGroup, firstGroup } from './groups'
import { type FileRow, type Kept, ownFile } from './kept'
import { publicationLog } from './logs'

export type TreeNode = {
  readonly uid: string
  readonly name: string
  readonly type: 'Project' | 'Dashboard' | 'Presentation' | 'Overlay'
  readonly children: readonly TreeNode[]
}

const dashboards: readonly [string, ...string[]] = ['Accueil', 'Ground floor', 'Primera planta', 'Archives']
const presentations: readonly [string, ...string[]] = [
  'Welcome',
  'Grande salle',
  'Terraza',
  'Workshop',
  'Belvédère',
  'Biblioteca',
]
const overlays: readonly [string, ...string[]] = [
  'Marker',
  'Légende',
  'Audio guide',
  'Plano',
  'Close-up',
  'Quiz',
]

type Counts = { readonly dashboards: number; readonly presentations: number; readonly overlays: number }

const nodes = (count: number, make: (index: number) => TreeNode) =>
  Array.from({ length: count }, (_, index) => make(index))

const treeOf = (random: Random, name: string, counts: Counts): TreeNode => {
  const named = (from: readonly [string, ...string[]], index: number) => `${pick(random, from)} ${index + 1}`
  const overlay = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(overlays, index),
    type: 'Overlay',
    children: [],
  })
  const presentation = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(presentations, index),
    type: 'Presentation',
    children: nodes(counts.overlays, overlay),
  })
  const dashboard = (index: number): TreeNode => ({
    uid: newUid(),
    name: named(dashboards, index),
    type: 'Dashboard',
    children: nodes(counts.presentations, presentation),
  })
  return { uid: newUid(), name, type: 'Project', children: nodes(counts.dashboards, dashboard) }
}

/** The tree of a version, some tens of nodes. */
const demoTree = (random: Random, name: string) =>
  treeOf(random, name, {
    dashboards: 2 + Math.floor(random() * 2),
    presentations: 2 + Math.floor(random() * 3),
    overlays: 1 + Math.floor(random() * 4),
  })

/** A tree of about 5,000 nodes, with which screens must still be fast. */
const largeTree = (random: Random, name: string) =>
  treeOf(random, name, { dashboards: 20, presentations: 25, overlays: 9 })

/** The tree of the next version: some parts are gone, renamed or new, and all others are the same. */
const revised = (random: Random, tree: TreeNode): TreeNode => {
  const change = (node: TreeNode): TreeNode => ({
    ...node,
    ...(node.type !== 'Project' && random() < 0.08 && { name: `${node.name} bis` }),
    children: node.children.filter(({ children }) => children.length > 0 || random() > 0.05).map(change),
  })
  const { children, ...project } = change(tree)
  const [added] = demoTree(random, tree.name).children
  return { ...project, children: added && random() < 0.5 ? [...children, added] : children }
}

const ENVIRONMENTS = 60

const names = [
  'Galerie permanente',
  'Safety induction',
  'Visita guiada',
  'Showroom 2026',
  'Parcours découverte',
  'Evacuation drill',
  'Recepción y suites',
  'Onboarding',
  'Visite des coulisses',
  'Open day',
  'Sala de máquinas',
  'Formation accueil',
] as const

const statusOf = (index: number) =>
  index % 6 === 4 ? 'pending' : index % 11 === 2 ? 'deletable' : 'completed'

type DemoEnvironment = DemoRow & {
  readonly name: string
  readonly status: string
  readonly owner: DemoCompany
}

/** Environments of every status; the number of versions is set from those created for them. */
export const demoEnvironments = (cast: Cast): DemoEnvironment[] => {
  const random = seeded(6)
  return spread(cast, ENVIRONMENTS, 9, 7).map((owner, index) => {
    const status = statusOf(index)
    const createdAt = momentOf(random, owner, cast.now)
    const again = Math.floor(index / names.length)
    return {
      uid: newUid(),
      name: `${names[index % names.length]}${again ? ` ${again + 1}` : ''}`,
      company: linkTo('companies', owner),
      createdBy: linkTo('users', pick(random, cast.crew(owner))),
      status,
      deletableAt: status === 'deletable' ? new Date(cast.now.getTime() + (20 + index) * DAY) : null,
      createdAt,
      updatedAt: createdAt,
      owner,
    }
  })
}

type DemoVersion = DemoRow & { readonly status: string; readonly of: DemoEnvironment }
type Made = { readonly version: DemoVersion; readonly files: readonly FileRow[] }

/** A pending environment has no completed version; in others the latest version may still be pending. */
const versionStatus = (environment: DemoEnvironment, nth: number, count: number) => {
  if (environment.status === 'pending') return 'pending'
  if (nth === count - 1 && count > 3) return 'pending'
  return nth === 0 && count > 2 ? 'deletable' : 'completed'
}

type Place = {
  readonly environment: DemoEnvironment
  readonly nth: number
  readonly count: number
  readonly groups: readonly DemoGroup[]
  readonly tree: TreeNode
}

const version = (
  random: Random,
  cast: Cast,
  { environment, nth, count, groups, tree }: Place,
  kept: Kept,
  createdAt: Date,
): Made => {
  const uid = newUid()
  const { owner, name } = environment
  const status = versionStatus(environment, nth, count)
  const author = pick(random, cast.crew(owner))
  const place = { owner: `versions/${uid}`, field: 'file', user: author.uid, label: `${name} ${nth + 1}.zip` }
  const file = status === 'pending' ? undefined : ownFile(kept, place)
  return {
    files: file ? [file.row] : [],
    version: {
      uid,
      environment: linkTo('environments', environment),
      revision: nth + 1,
      company: linkTo('companies', owner),
      createdBy: linkTo('users', author),
      size: file?.value.size ?? 0,
      status,
      accessList: some(random, cast.crew(owner), 1 + Math.floor(random() * 5)).map(user =>
        linkTo('users', user),
      ),
      accessGroups: nth % 3 === 1 ? firstGroup(groups, owner) : [],
      file: file?.value ?? null,
      deletableAt: status === 'deletable' ? new Date(cast.now.getTime() + (10 + nth) * DAY) : null,
      tree: file ? tree : null,
      log: file ? publicationLog(random, createdAt) : null,
      createdAt,
      updatedAt: createdAt,
      of: environment,
    },
  }
}

/** One to six versions per environment, oldest first, which share a few archives. */
export const demoVersions = (
  cast: Cast,
  environments: readonly DemoEnvironment[],
  archives: readonly Kept[],
  groups: readonly DemoGroup[],
): Made[] => {
  const random = seeded(7)
  return environments.flatMap((environment, index) => {
    const count = environment.status === 'pending' ? 1 : 1 + ((index + 4) % 6)
    const moments = Array.from({ length: count }, () => momentIn(random, environment.createdAt, cast.now))
    const isLarge =
      environment.owner === cast.named('Musée du Littoral') && environment.name === 'Galerie permanente'
    let usual = demoTree(random, environment.name)
    return moments
      .sort((a, b) => a.getTime() - b.getTime())
      .flatMap((createdAt, nth) => {
        const kept = archives[(index + nth) % archives.length]
        if (nth > 0) usual = revised(random, usual)
        const tree = isLarge && nth === 1 ? largeTree(random, environment.name) : usual
        return kept ? [version(random, cast, { environment, nth, count, groups, tree }, kept, createdAt)] : []
      })
  })
}

/** Sets the version counts and dates of environments from their versions. */
export const countVersions = (
  environments: readonly DemoEnvironment[],
  versions: readonly DemoVersion[],
): void => {
  for (const environment of environments) {
    const own = versions.filter(version => version.of === environment)
    environment.versions = own.length
    environment.latestVersionAt = own.at(-1)?.createdAt ?? null
  }
}

const companyOf = (row: DemoRow) => refIn(row.company) ?? ''

const share = (version: DemoVersion, used: DemoRow, field: 'media' | 'vecto'): DemoRow => ({
  uid: newUid(),
  environment: version.environment,
  version: linkTo('versions', version),
  createdBy: version.createdBy,
  [field]: linkTo(field === 'media' ? 'medias' : 'vectos', used),
  company: used.company,
  createdAt: version.createdAt,
  updatedAt: version.createdAt,
})

type Usable = ReadonlyMap<string, readonly DemoRow[]>

const sharesOf = (random: Random, version: DemoVersion, medias: Usable, vectos: Usable): DemoRow[] => {
  const own = companyOf(version)
  const few = (from: Usable, least: number, most: number) =>
    some(random, from.get(own) ?? [], least + Math.floor(random() * (most - least + 1)))
  return [
    ...few(medias, 2, 9).map(media => share(version, media, 'media')),
    ...few(vectos, 1, 3).map(vecto => share(version, vecto, 'vecto')),
  ]
}

/** Shares of their company's medias and 3D videos by published versions. */
export const demoShares = (
  versions: readonly DemoVersion[],
  medias: readonly DemoRow[],
  vectos: readonly DemoRow[],
): DemoRow[] => {
  const random = seeded(8)
  const usable = (rows: readonly DemoRow[]) =>
    groupedBy(
      rows.filter(({ status }) => status === 'completed'),
      companyOf,
    )
  const [ofMedias, ofVectos] = [usable(medias), usable(vectos)]
  return versions
    .filter(({ status }) => status !== 'pending')
    .flatMap(version => sharesOf(random, version, ofMedias, ofVectos))
}

/** Sets the usage counts of medias from their shares. */
export const countShares = (medias: readonly DemoRow[], shares: readonly DemoRow[]): void => {
  const uses = groupedBy(shares, ({ media }) => refIn(media) ?? '')
  for (const media of medias) {
    const own = uses.get(`medias/${media.uid}`) ?? []
    media.shares = own.length
    media.versions = new Set(own.map(({ version }) => refIn(version))).size
  }
}
