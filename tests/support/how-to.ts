import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The lines of a diff block that begin with one of these marks, without their mark. */
const linesOf = (body: string, marks: string) =>
  body
    .split('\n')
    .filter(line => marks.includes(line.charAt(0)))
    .map(line => line.slice(1))
    .join('\n')

/** Replaces what a diff block removes, with its context, wherever it is in the file. */
const applyDiff = (path: string, body: string) => {
  const [before, after] = [linesOf(body, '- '), linesOf(body, '+ ')]
  const text = readFileSync(path, 'utf8')
  if (before === '' || !text.includes(before)) throw new Error(`${path} does not have: ${before}`)
  writeFileSync(path, text.split(before).join(after))
}

/**
 * Does what a page of the documentation says in a copy of the project, from top to bottom: `diff <file>` blocks are
 * applied, `new <file>` blocks are written, `sh` blocks are run.
 */
export const followPage = async (folder: string, page: string) => {
  const text = readFileSync(page, 'utf8')
  for (const [, kind = '', place = '', block = ''] of text.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)) {
    const body = block.replace(/\n$/, '')
    if (kind === 'diff') applyDiff(join(folder, place), body)
    else if (place.startsWith('new ')) writeFileSync(join(folder, place.slice(4)), `${body}\n`)
    else if (kind === 'sh') await promisify(exec)(body, { cwd: folder })
    else throw new Error(`${page} has a block of which nobody knows what to do: ${kind} ${place}`)
  }
}
