import { describe, expect, it } from 'vitest'
import { virtualProgram } from '~/tests/support/process/virtual-program'
import { long } from '../support/process/long'

const head = `
import { defineResource } from '~/model/define'
import { choice, text } from '~/model/fields'
const base = { paths: { list: '/x' }, label: { fields: ['name'] }, company: 'uid', grants: {},
  list: { columns: ['name'], sort: ['name', 'asc'], filters: [] } } as const
const fields = { name: text() }
`

/** Definitions with one mistake each. */
const definitions: Readonly<Record<string, string>> = {
  'an unknown column': `defineResource('x', fields, { ...base, list: { columns: ['nme'], sort: ['name', 'asc'], filters: [] } })`,
  'an unknown sort field': `defineResource('x', fields, { ...base, list: { columns: ['name'], sort: ['nme', 'asc'], filters: [] } })`,
  'an unknown filter': `defineResource('x', fields, { ...base, list: { columns: ['name'], sort: ['name', 'asc'], filters: ['nme'] } })`,
  'an unknown label field': `defineResource('x', fields, { ...base, label: { fields: ['nme'] } })`,
  'an unknown company field': `defineResource('x', fields, { ...base, company: 'compny' })`,
  'an unknown field option': `defineResource('x', { name: text({ reqired: true }) }, base)`,
  'an unknown role in a field': `defineResource('x', { name: text({ write: ['rot'] }) }, base)`,
  'an unknown role in a grant': `defineResource('x', fields, { ...base, grants: { read: { rot: 'all' } } })`,
  'an unknown scope': `defineResource('x', fields, { ...base, grants: { read: { root: 'every' } } })`,
  'an unknown operation': `defineResource('x', fields, { ...base, grants: { reed: { root: 'all' } } })`,
  'an unknown slot place': `defineResource('x', fields, { ...base, slots: { lst: 'A' } })`,
  'a slot for an unknown field': `defineResource('x', fields, { ...base, slots: { fields: { nme: 'A' } } })`,
  'an unknown option': `defineResource('x', fields, { ...base, titel: 'x' })`,
  'an offered choice that is none': `defineResource('x', { name: choice(['a'], { creatable: ['b'] }) }, base)`,
}

const errorsIn = (source: string): number => {
  const { program, file } = virtualProgram(source)
  return program.getSemanticDiagnostics(file).length
}

describe('the types of a definition', () => {
  it('compiles a correct definition', () => {
    expect(errorsIn(`${head}\nexport const right = defineResource('x', fields, base)`)).toBe(0)
  })

  it('a definition with any of the known mistakes does not compile', { ...long, timeout: 120_000 }, () => {
    const lines = Object.values(definitions).map(
      (definition, index) => `export const wrong${index} = ${definition}`,
    )
    expect(errorsIn(`${head}\n${lines.join('\n')}`)).toBeGreaterThanOrEqual(lines.length)
    const unseen = Object.entries(definitions).filter(
      ([, definition]) => errorsIn(`${head}\nexport const wrong = ${definition}`) === 0,
    )
    expect(unseen.map(([name]) => name)).toEqual([])
  })
})
