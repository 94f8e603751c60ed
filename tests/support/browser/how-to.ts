import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The lines of a diff block that start with one of these markers, without the marker. */
const linesOf = (body: string, marks: string) =>
  body
    .split('\n')
    .filter(line => marks.includes(line.charAt(0)))
    .map(line => line.slice(1))
    .join('\n')

/** Applies a diff block at the place in the file that matches its removed lines and context. */
const applyDiff = (path: string, body: string) => {
  const [before, after] = [linesOf(body, '- '), linesOf(body, '+ ')]
  const text = readFileSync(path, 'utf8')
  if (before === '' || !text.includes(before)) throw new Error(`${path} does not have: ${before}`)
  writeFileSync(path, text.split(before).join(after))
}

/**
 * Follows a page of the documentation in a copy of the project, from top to bottom: applies `diff <file>` blocks, writes
 * `new <file>` blocks and runs `sh` blocks.
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
