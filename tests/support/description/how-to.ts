import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The how-to pages besides `resource`, ordered by dependency: the new language translates the texts that the others add. */
export const howToPages = [
  'field',
  'kind-of-field',
  'role',
  'mail-template',
  'job-type',
  'storage-driver',
  'screen-tab',
  'webhook-event',
  'language',
]

/** Where the blocks of a page are applied. */
type Target = {
  readonly read: (place: string) => string
  readonly write: (place: string, text: string) => void
  readonly run: (commands: string) => Promise<unknown>
}

/** The lines of a diff block that start with one of these markers, without the marker. */
const linesOf = (body: string, marks: string) =>
  body
    .split('\n')
    .filter(line => marks.includes(line.charAt(0)))
    .map(line => line.slice(1))
    .join('\n')

/** Applies a diff block at the place in the file that matches its removed lines and context. */
const applyDiff = ({ read, write }: Target, place: string, body: string) => {
  const [before, after] = [linesOf(body, '- '), linesOf(body, '+ ')]
  const text = read(place)
  if (before === '' || !text.includes(before)) throw new Error(`${place} does not have: ${before}`)
  write(place, text.split(before).join(after))
}

/** Follows a page of the documentation from top to bottom: `diff <file>`, `new <file>` and `sh` blocks. */
export const applyPage = async (page: string, target: Target) => {
  const text = readFileSync(page, 'utf8')
  for (const [, kind = '', place = '', block = ''] of text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)) {
    const body = block.replace(/\n$/, '')
    if (kind === 'diff') applyDiff(target, place, body)
    else if (place.startsWith('new ')) target.write(place.slice(4), `${body}\n`)
    else if (kind === 'sh') await target.run(body)
    else throw new Error(`${page} has a block of an unknown kind: ${kind} ${place}`)
  }
}

/** Follows a page in a copy of the project. */
export const followPage = (folder: string, page: string) =>
  applyPage(page, {
    read: place => readFileSync(join(folder, place), 'utf8'),
    write: (place, text) => writeFileSync(join(folder, place), text),
    run: commands => promisify(exec)(commands, { cwd: folder }),
  })
