import { refIn } from '~/model/refs'
import { newUid } from '~/server/platform/crypto/tokens'
import { type DemoRow, groupedBy, linkTo, some } from './cast'
import { type Random, seeded } from './files/random'
import type { DemoVersion } from './versions'

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
