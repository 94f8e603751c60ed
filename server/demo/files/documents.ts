import { readFile } from 'node:fs/promises'
import { projectFile } from '~/server/platform/process/project'
import { type DemoFile, makePictures } from './pictures'
import { makeZip } from './zip'

/** Escapes PDF strings. Characters must be Latin-1: the built-in fonts contain no others. */
const escaped = (text: string) => text.replace(/[\\()]/g, found => `\\${found}`)

const page = (title: string, lines: readonly string[]) => {
  const body = lines.map(line => `(${escaped(line)}) Tj T*`).join('\n')
  return `BT /F1 24 Tf 72 750 Td (${escaped(title)}) Tj ET
0.2 0.3 0.5 RG 1.5 w 72 735 m 523 735 l S
BT /F2 11 Tf 16 TL 72 705 Td
${body}
ET`
}

const objects = (title: string, content: string) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  `<< /Title (${escaped(title)}) >>`,
]

/** A PDF 1.4 of one A4 page: a title over lines of text (PDF 32000-1 §7.5). */
export const makePdf = (title: string, lines: readonly string[] = []): Buffer => {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const bodies = objects(title, page(title, lines))
  const offsets = bodies.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = bodies.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${bodies.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

const papers: readonly (readonly [string, readonly string[]])[] = [
  ['Visitor guide', ['Welcome. Put the headset on, look around,', 'and point at a marker to move on.']],
  ['Floor plans', ['Ground floor: reception, gallery, lounge.', 'First floor: suites 201 to 208.']],
  ['Shooting checklist', ['1. Level the tripod.', '2. Clean both lenses.', '3. Ten seconds of room tone.']],
  ['Safety notice', ['Use the headset seated or in a clear space.', 'Take a break every thirty minutes.']],
]

const zipped = (name: string, titles: readonly string[]): DemoFile => ({
  name: `${name}.zip`,
  contentType: 'application/zip',
  bytes: makeZip([
    { name: 'README.txt', bytes: Buffer.from(`${name}\n\nOne document per room.\n`) },
    ...titles.map(title => ({ name: `documents/${title}.pdf`, bytes: makePdf(title) })),
  ]),
})

const makeDocuments = (): readonly DemoFile[] => [
  ...papers.map(([title, lines]) => ({
    name: `${title}.pdf`,
    contentType: 'application/pdf',
    bytes: makePdf(title, lines),
  })),
  zipped('Press kit', ['Presentation', 'Credits']),
  zipped('Room sheets', ['Reception', 'Suite 204', 'Boardroom']),
]

/** An H.264 video of two seconds, 320 × 160; the folder's README describes how it was made. */
export const demoClip = async (): Promise<DemoFile> => ({
  name: 'Walk through the gallery.mp4',
  contentType: 'video/mp4',
  bytes: await readFile(projectFile('server/demo/files/clip.mp4')),
})

/** The files of the demo's medias: images with thumbnails, documents and a video; always the same. */
export const demoFiles = async (pictures = 60): Promise<readonly DemoFile[]> => [
  ...(await makePictures(pictures)),
  ...makeDocuments(),
  await demoClip(),
]
