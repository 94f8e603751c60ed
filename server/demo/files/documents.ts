import { makePdf } from './pdf'
import type { DemoFile } from './pictures'
import { makeZip } from './zip'

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

export const makeDocuments = (): readonly DemoFile[] => [
  ...papers.map(([title, lines]) => ({
    name: `${title}.pdf`,
    contentType: 'application/pdf',
    bytes: makePdf(title, lines),
  })),
  zipped('Press kit', ['Presentation', 'Credits']),
  zipped('Room sheets', ['Reception', 'Suite 204', 'Boardroom']),
]
