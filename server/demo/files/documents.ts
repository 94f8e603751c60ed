import { readFile } from 'node:fs/promises'
import { PageSizes, PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { projectFile } from '~/server/platform/process/project'
import { type DemoFile, makePictures } from './pictures'
import { makeZip } from './zip'

/** An A4 page with a title over lines of text. It contains no date: the bytes are the same in every run. */
export const makePdf = async (title: string, lines: readonly string[] = []): Promise<Buffer> => {
  const file = await PDFDocument.create({ updateMetadata: false })
  file.setTitle(title)
  const page = file.addPage(PageSizes.A4)
  const bold = file.embedStandardFont(StandardFonts.HelveticaBold)
  page.drawText(title, { x: 72, y: 750, size: 24, font: bold })
  page.drawLine({
    start: { x: 72, y: 735 },
    end: { x: 523, y: 735 },
    thickness: 1.5,
    color: rgb(0.2, 0.3, 0.5),
  })
  const font = file.embedStandardFont(StandardFonts.Helvetica)
  page.drawText(lines.join('\n'), { x: 72, y: 705, size: 11, lineHeight: 16, font })
  return Buffer.from(await file.save())
}

const papers: readonly (readonly [string, readonly string[]])[] = [
  ['Visitor guide', ['Welcome. Put the headset on, look around,', 'and point at a marker to move on.']],
  ['Floor plans', ['Ground floor: reception, gallery, lounge.', 'First floor: suites 201 to 208.']],
  ['Shooting checklist', ['1. Level the tripod.', '2. Clean both lenses.', '3. Ten seconds of room tone.']],
  ['Safety notice', ['Use the headset seated or in a clear space.', 'Take a break every thirty minutes.']],
]

const zipped = async (name: string, titles: readonly string[]): Promise<DemoFile> => ({
  name: `${name}.zip`,
  contentType: 'application/zip',
  bytes: makeZip([
    { name: 'README.txt', bytes: Buffer.from(`${name}\n\nOne document per room.\n`) },
    ...(await Promise.all(
      titles.map(async title => ({ name: `documents/${title}.pdf`, bytes: await makePdf(title) })),
    )),
  ]),
})

const makeDocuments = (): Promise<readonly DemoFile[]> =>
  Promise.all([
    ...papers.map(async ([title, lines]) => ({
      name: `${title}.pdf`,
      contentType: 'application/pdf',
      bytes: await makePdf(title, lines),
    })),
    zipped('Press kit', ['Presentation', 'Credits']),
    zipped('Room sheets', ['Reception', 'Suite 204', 'Boardroom']),
  ])

/** An H.264 video of two seconds, 320 × 160; the folder's README describes how it was made. */
export const demoClip = async (): Promise<DemoFile> => ({
  name: 'Walk through the gallery.mp4',
  contentType: 'video/mp4',
  bytes: await readFile(projectFile('server/demo/files/clip.mp4')),
})

/** The files of the demo's medias: images with thumbnails, documents and a video; always the same. */
export const demoFiles = async (pictures = 60): Promise<readonly DemoFile[]> => [
  ...(await makePictures(pictures)),
  ...(await makeDocuments()),
  await demoClip(),
]
