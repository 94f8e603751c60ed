import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import biome from '~/biome.json' with { type: 'json' }

const layers = [
  ...['server', 'server/platform', 'server/records', 'server/features'],
  ...['src', 'src/features', 'src/admin', 'src/api', 'src/app'],
  ...['model', 'scripts', 'tests'],
]

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)

describe('the project structure', () => {
  it.each(layers)('%s/README.md documents what belongs in each folder', layer => {
    const said = [...readFileSync(join(layer, 'README.md'), 'utf8').matchAll(/^- `([\w-]+)`: /gm)]
    expect(said.map(([, name]) => name).sort()).toEqual(foldersIn(layer).sort())
  })

  it.each(['server', 'src'])('an import rule exists for each folder of %s', top => {
    const ruled = biome.overrides.flatMap(({ includes }) => includes)
    expect(
      foldersIn(top)
        .map(name => `${top}/${name}/**`)
        .filter(glob => !ruled.includes(glob)),
    ).toEqual([])
  })
})
