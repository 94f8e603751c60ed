import { describe, expect, it } from 'vitest'
import { resourceNames, resourceOf } from '~/model/registry'
import { tabOf } from '~/src/kit/list/list-state'

const usual = [10, 15, 20, 25, 30]
const newest = { field: 'createdAt', order: 'DESC' }
const byEmail = { field: 'email', order: 'ASC' }
const stored = { status: ['completed', 'deletable'] }

/** Specification §9, list by list and tab by tab. */
const expected = [
  ['companies', '', 'table', usual, newest, {}],
  ['users', 'active', 'table', usual, byEmail, { status: ['active', 'disabled'] }],
  ['users', 'invited', 'table', usual, byEmail, { status: 'pending' }],
  ['users', 'deleted', 'table', usual, { field: 'deletedAt', order: 'DESC' }, { status: 'deleted' }],
  ['medias', 'completed', 'table', usual, newest, stored],
  ['medias', 'grid', 'grid', [9, 12, 15], newest, stored],
  ['medias', 'pending', 'table', usual, newest, { status: 'pending' }],
  ['events', '', 'table', usual, newest, {}],
] as const

describe('the lists of the definitions', () => {
  it.each(expected)(
    '%s %s: a %s, in pages of %j, sorted by %j, of %j',
    (name, tab, view, sizes, sort, filter) => {
      expect(tabOf(resourceOf(name), tab)).toEqual({ view, pageSizes: sizes, sort, filter })
    },
  )

  it('are all in this table, with all their tabs', () => {
    const declared = resourceNames.flatMap(name => {
      const tabs = Object.keys(resourceOf(name).list.tabs ?? { '': {} })
      return tabs.map(tab => `${name} ${tab}`)
    })
    expect(expected.map(([name, tab]) => `${name} ${tab}`)).toEqual(declared)
  })

  it('show related records five at a time for a company, ten for events', () => {
    const related = resourceNames.flatMap(name =>
      Object.values(resourceOf(name).show?.tabs ?? {}).flatMap(tab =>
        'list' in tab ? [[name, tab.list, tab.by, tab.pageSize, tab.filter]] : [],
      ),
    )
    expect(related).toEqual([
      ['companies', 'users', 'company', 5, { status: 'active' }],
      ['companies', 'events', 'object', 10, undefined],
      ['users', 'events', 'object', 10, undefined],
      ['medias', 'events', 'object', 10, undefined],
    ])
  })
})
