import { type Language, languages } from '~/model/languages'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, HOUR } from './cast'
import type { DemoFile } from './files/pictures'
import { type FileRow, type Kept, ownFile } from './kept'

const PE_AT = 0x80
const HEADERS = 0x200

/** `mov eax, 0; ret`: a program that exits immediately. */
const code = Buffer.from([0xb8, 0, 0, 0, 0, 0xc3])

const optionalHeader = () => {
  const header = Buffer.alloc(224)
  header.writeUInt16LE(0x10b, 0)
  header.writeUInt32LE(0x200, 4)
  header.writeUInt32LE(0x1000, 16)
  header.writeUInt32LE(0x1000, 20)
  header.writeUInt32LE(0x400000, 28)
  header.writeUInt32LE(0x1000, 32)
  header.writeUInt32LE(0x200, 36)
  for (const [version, at] of [
    [6, 40],
    [6, 48],
  ] as const)
    header.writeUInt16LE(version, at)
  header.writeUInt32LE(0x2000, 56)
  header.writeUInt32LE(HEADERS, 60)
  header.writeUInt16LE(3, 68)
  for (const at of [72, 76, 80, 84]) header.writeUInt32LE(at % 8 === 0 ? 0x100000 : 0x1000, at)
  header.writeUInt32LE(16, 92)
  return header
}

const section = () => {
  const header = Buffer.alloc(40)
  header.write('.text', 'latin1')
  header.writeUInt32LE(code.length, 8)
  header.writeUInt32LE(0x1000, 12)
  header.writeUInt32LE(0x200, 16)
  header.writeUInt32LE(HEADERS, 20)
  header.writeUInt32LE(0x60000020, 36)
  return header
}

/** A Windows program of a kilobyte that does nothing (PE/COFF, 32 bits); `name` makes its bytes unique. */
export const makeInstaller = (name: string): DemoFile => {
  const dos = Buffer.alloc(PE_AT)
  dos.write('MZ', 'latin1')
  dos.writeUInt32LE(PE_AT, 0x3c)
  const coff = Buffer.alloc(24)
  coff.write('PE\0\0', 'latin1')
  coff.writeUInt16LE(0x14c, 4)
  coff.writeUInt16LE(1, 6)
  coff.writeUInt16LE(224, 20)
  coff.writeUInt16LE(0x102, 22)
  const headers = Buffer.concat([dos, coff, optionalHeader(), section()], HEADERS)
  const text = Buffer.concat([code, Buffer.from(`\0${name}`)], 0x200)
  return {
    name: `${name}.exe`,
    contentType: 'application/x-msdownload',
    bytes: Buffer.concat([headers, text]),
  }
}

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
