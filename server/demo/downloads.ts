import { type Language, languages } from '~/model/languages'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, HOUR } from './cast'
import { makeInstaller } from './installers'
import { type FileRow, type Kept, ownFile } from './kept'

type Plan = {
  readonly name: string
  readonly version: string
  readonly lang: Language
  readonly accessible: boolean
  readonly status: 'active' | 'disabled'
  readonly count: number
  readonly days: number
}

const product = (lang: Language) =>
  lang === 'en'
    ? 'Vecto Studio'
    : `Vecto Studio (${new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang})`

const plans: readonly Plan[] = [
  ...languages.flatMap((lang, index): Plan[] => [
    {
      name: product(lang),
      version: '4.2.1',
      lang,
      accessible: true,
      status: 'active',
      count: 18 - index * 5,
      days: 34,
    },
    {
      name: `${product(lang)} LTS`,
      version: '3.9.8',
      lang,
      accessible: true,
      status: 'active',
      count: 6 + index,
      days: 160,
    },
  ]),
  {
    name: 'Vecto Studio beta',
    version: '5.0.0-beta.2',
    lang: 'en',
    accessible: false,
    status: 'active',
    count: 2,
    days: 6,
  },
  {
    name: 'Vecto Studio',
    version: '3.1.0',
    lang: 'fr',
    accessible: true,
    status: 'disabled',
    count: 25,
    days: 290,
  },
]

const notes = (version: string) => ({
  en: `<h2>What is new in ${version}</h2><ul><li>3D videos open twice as fast.</li><li>Overlays keep their place when a scene is copied.</li></ul><p>Close the previous version before you install this one.</p>`,
  fr: `<h2>Nouveautés de la ${version}</h2><ul><li>Les vidéos 3D s’ouvrent deux fois plus vite.</li><li>Les calques gardent leur place quand une scène est copiée.</li></ul><p>Fermez la version précédente avant d’installer celle-ci.</p>`,
  es: `<h2>Novedades de la ${version}</h2><ul><li>Los vídeos 3D se abren el doble de rápido.</li><li>Las capas conservan su lugar al copiar una escena.</li></ul><p>Cierre la versión anterior antes de instalar esta.</p>`,
})

export const demoInstallers = () =>
  plans.map(({ name, version, lang }) => makeInstaller(`${name} ${version} ${lang}`))

export type DemoDownload = {
  readonly download: DemoRow
  readonly file: FileRow
  /** Times of the downloads, as in the history and the record's count. */
  readonly fetched: readonly Date[]
}

/** Installers: accessible ones in each language, one that is not yet accessible and one that is disabled. */
export const demoDownloads = ({ root, now }: Cast, installers: readonly Kept[]): DemoDownload[] =>
  plans.flatMap(({ count, days, ...plan }, index) => {
    const kept = installers[index]
    if (!kept) return []
    const uid = newUid()
    const { row, value } = ownFile(kept, { owner: `downloads/${uid}`, field: 'file', user: root.uid })
    const createdAt = new Date(now.getTime() - days * DAY - index * HOUR)
    const step = (days * DAY) / (count + 1)
    const fetched = Array.from(
      { length: count },
      (_, nth) => new Date(createdAt.getTime() + step * (nth + 1)),
    )
    const record = {
      uid,
      ...plan,
      notes: notes(plan.version),
      file: value,
      downloadCount: count,
      downloadLast: fetched.at(-1) ?? null,
      createdAt,
      updatedAt: createdAt,
    }
    return [{ download: record, file: row, fetched }]
  })
