import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Evidence = { readonly row: string; readonly file: string | undefined; readonly quoted: string }

const fileOf = (kind: string, name: string) =>
  [`tests/${kind}/${name}.test.ts`, `tests/${kind}/${name}.test.tsx`].find(existsSync)

/** The test files that a row of docs/security.md names, with each name of a test that it quotes after them. */
const evidenceIn = (row: string): Evidence[] => {
  const found: Evidence[] = []
  let file: string | undefined
  for (const [, kind = '', name = '', quoted] of row.matchAll(
    /\b(unit|contract|e2e|cloud)\/([\w-]+)|'([^']+)'/g,
  )) {
    if (kind) file = fileOf(kind, name)
    if (kind || file) found.push({ row: row.slice(0, 60), file, quoted: quoted ?? '' })
  }
  return found
}

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.includes('---'))

describe('the evidence in docs/security.md', () => {
  it('every test file that it names exists', () => {
    const named = rows.flatMap(evidenceIn)
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter(({ file }) => !file)).toEqual([])
  })

  it('every test name that it quotes begins a test of that file', () => {
    const isMissing = ({ file, quoted }: Evidence) =>
      file && !readFileSync(file, 'utf8').replaceAll(String.raw`\'`, "'").includes(quoted)
    expect(rows.flatMap(evidenceIn).filter(isMissing)).toEqual([])
  })
})
