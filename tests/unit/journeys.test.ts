import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.resolve('tests/e2e')

/** Element methods that need a mouse or a script; keyboard events of the page are allowed. */
const byScript = /\.(click|fill|focus|check|uncheck|hover|tap|selectOption)\(|(?<!keyboard)\.press\(/

const blocksOf = (source: string) =>
  source
    .split(/^(?=describe|it)/m)
    .filter(block => block.startsWith('describe.each(journeyCells('))
    .flatMap(block => block.split('\n'))

describe('keyboard journeys', () => {
  const files = readdirSync(folder).filter(name =>
    readFileSync(path.join(folder, name), 'utf8').includes('journeyCells('),
  )

  it('more than ten test files contain keyboard journeys', () => expect(files.length).toBeGreaterThan(10))

  it.each(files)('keyboard journeys of %s use only the keyboard', name => {
    const lines = blocksOf(readFileSync(path.join(folder, name), 'utf8'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter(line => byScript.test(line))).toEqual([])
  })
})
