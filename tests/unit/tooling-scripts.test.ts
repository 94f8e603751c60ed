import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import about from '~/package.json' with { type: 'json' }
import { long } from '../support/process/long'
import { copyProject } from '../support/process/project-copy'

const documents = [
  ...['README.md', 'SECURITY.md', 'bench/README.md', 'scripts/README.md', 'tests/README.md'],
  ...readdirSync('docs')
    .filter(name => name.endsWith('.md'))
    .map(name => join('docs', name)),
]

const namedIn = (document: string) => [
  ...new Set(
    [...readFileSync(document, 'utf8').matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => name),
  ),
]

describe('npm scripts', () => {
  it.each(documents)('package.json has every script that %s names', document => {
    expect(namedIn(document).filter(name => !Object.hasOwn(about.scripts, name ?? ''))).toEqual([])
  })

  it('every script of package.json starts a file that exists', () => {
    const files = Object.values(about.scripts).flatMap(
      command => command.match(/\S+\.(?:ts|mjs|json)\b/g) ?? [],
    )
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(file => !existsSync(file))).toEqual([])
  })

  it('a benchmark builds the server and the panel in a copy without builds', {
    ...long,
    timeout: 600_000,
  }, async () => {
    const copy = copyProject()
    try {
      expect(existsSync(join(copy.folder, 'dist-server'))).toBe(false)
      const { stdout } = await copy.node(['--import', 'tsx', 'bench/run.ts', 'stitch'])
      expect(stdout).toContain('── stitch')
      expect(existsSync(join(copy.folder, 'dist-server', 'server.js'))).toBe(true)
    } finally {
      copy.remove()
    }
  })
})
