import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.resolve('tests/e2e')

/** What a script does and a person without a mouse cannot: an element's own methods; the page's keyboard is theirs. */
const byScript = /\.(click|fill|focus|check|uncheck|hover|tap|selectOption)\(|(?<!keyboard)\.press\(/

const blocksOf = (source: string) =>
  source
    .split(/^(?=describe|it)/m)
    .filter(block => block.startsWith('describe.each(journeyCells('))
    .flatMap(block => block.split('\n'))

describe('journeys without a mouse', () => {
  const files = readdirSync(folder).filter(name =>
    readFileSync(path.join(folder, name), 'utf8').includes('journeyCells('),
  )

  it('are there', () => expect(files.length).toBeGreaterThan(10))

  it.each(files)('of %s use the keyboard alone', name => {
    const lines = blocksOf(readFileSync(path.join(folder, name), 'utf8'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter(line => byScript.test(line))).toEqual([])
  })
})
