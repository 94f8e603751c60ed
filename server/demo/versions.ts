import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo, momentIn, some } from './cast'
import type { DemoEnvironment } from './environments'
import { pick, type Random, seeded } from './files/random'
import { type DemoGroup, firstGroup } from './groups'
import { type FileRow, type Kept, ownFile } from './kept'
import { publicationLog } from './logs'
import { demoTree, largeTree } from './trees'

export type DemoVersion = DemoRow & { readonly status: string; readonly of: DemoEnvironment }
type Made = { readonly version: DemoVersion; readonly files: readonly FileRow[] }

/** A pending environment has no completed version; in others the latest version may still be pending. */
const statusOf = (environment: DemoEnvironment, nth: number, count: number) => {
  if (environment.status === 'pending') return 'pending'
  if (nth === count - 1 && count > 3) return 'pending'
  return nth === 0 && count > 2 ? 'deletable' : 'completed'
}

type Place = {
  readonly environment: DemoEnvironment
  readonly nth: number
  readonly count: number
  readonly groups: readonly DemoGroup[]
}

const version = (
  random: Random,
  cast: Cast,
  { environment, nth, count, groups }: Place,
  kept: Kept,
  createdAt: Date,
): Made => {
  const uid = newUid()
  const { owner, name } = environment
  const status = statusOf(environment, nth, count)
  const author = pick(random, cast.crew(owner))
  const place = { owner: `versions/${uid}`, field: 'file', user: author.uid, label: `${name} ${nth + 1}.zip` }
  const file = status === 'pending' ? undefined : ownFile(kept, place)
  const isLarge = owner === cast.named('Musée du Littoral') && environment.name === 'Galerie permanente'
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
      tree: file ? (isLarge && nth === 1 ? largeTree(random, name) : demoTree(random, name)) : null,
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
    return moments
      .sort((a, b) => a.getTime() - b.getTime())
      .flatMap((createdAt, nth) => {
        const kept = archives[(index + nth) % archives.length]
        return kept ? [version(random, cast, { environment, nth, count, groups }, kept, createdAt)] : []
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
