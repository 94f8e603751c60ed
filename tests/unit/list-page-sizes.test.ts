import { describe, expect, it } from 'vitest'
import type { ListTab } from '~/model/define'
import { tabOf } from '~/model/lists/list-address'
import { resourceNames, resourceOf } from '~/model/registry'
import { vectoStatuses } from '~/model/video/processing-states'

const usual = [10, 15, 20, 25, 30]
const newest = { field: 'createdAt', order: 'DESC' as const }
const latest = (field: string) => ({ field, order: 'DESC' as const })
const byEmail = { field: 'email', order: 'ASC' as const }
const stored = { status: ['completed', 'deletable'] }

const inProgress = vectoStatuses.filter(status => !['completed', 'ko', 'timeout'].includes(status))

type Expected = readonly [
  list: string,
  tab: string,
  view: 'table' | 'grid',
  sizes: readonly number[],
  first: number,
  sort: { field: string; order: 'ASC' | 'DESC' },
  filter: object,
]

/** Specification §9, list by list and tab by tab. */
const expected: readonly Expected[] = [
  ['companies', '', 'table', usual, 10, newest, {}],
  ['groups', '', 'table', usual, 15, newest, {}],
  ['purchases', '', 'table', usual, 15, newest, {}],
  ['users', 'active', 'table', usual, 10, byEmail, { status: ['active', 'disabled'] }],
  ['users', 'invited', 'table', usual, 10, byEmail, { status: 'pending' }],
  ['users', 'deleted', 'table', usual, 10, latest('deletedAt'), { status: 'deleted' }],
  ['guests', '', 'table', usual, 10, newest, {}],
  ['sessions', '', 'table', usual, 10, newest, {}],
  ['environments', 'completed', 'table', usual, 10, latest('latestVersionAt'), stored],
  ['environments', 'pending', 'table', usual, 10, latest('latestVersionAt'), { status: 'pending' }],
  ['environments', 'deletable', 'table', usual, 10, latest('latestVersionAt'), { status: 'deletable' }],
  ['versions', '', 'table', usual, 15, newest, {}],
  ['videos', 'completed', 'table', usual, 10, newest, { pending: false }],
  ['videos', 'grid', 'grid', [12, 24, 48], 12, newest, { pending: false }],
  ['videos', 'pending', 'table', usual, 10, newest, { pending: true }],
  ['vectos', 'completedScenes', 'table', usual, 10, newest, { status: ['completed'] }],
  ['vectos', 'grid', 'grid', [12, 24, 48], 12, newest, { status: ['completed'] }],
  ['vectos', 'progressScenes', 'table', usual, 10, newest, { status: inProgress }],
  ['vectos', 'failedScenes', 'table', usual, 10, newest, { status: ['ko', 'timeout'] }],
  ['medias', 'completed', 'table', usual, 10, newest, stored],
  ['medias', 'grid', 'grid', [9, 12, 15], 9, newest, stored],
  ['medias', 'pending', 'table', usual, 10, newest, { status: 'pending' }],
  ['medias', 'deletable', 'table', usual, 10, newest, { status: 'deletable' }],
  ['shares', '', 'table', [20], 20, newest, {}],
  ['downloads', '', 'table', usual, 10, newest, {}],
  ['templates', '', 'table', usual, 10, newest, {}],
  ['mails', 'all', 'table', usual, 10, newest, {}],
  ['mails', 'waiting', 'table', usual, 10, newest, { status: ['waiting', 'sending'] }],
  ['mails', 'sent', 'table', usual, 10, newest, { status: 'sent' }],
  ['mails', 'failed', 'table', usual, 10, newest, { status: 'failed' }],
  ['mails', 'kept', 'table', usual, 10, newest, { status: 'kept' }],
  ['security_events', '', 'table', usual, 10, newest, {}],
  ['tokens', '', 'table', usual, 10, newest, {}],
  ['webhooks', '', 'table', usual, 10, newest, {}],
  ['deliveries', 'all', 'table', usual, 10, newest, {}],
  ['deliveries', 'waiting', 'table', usual, 10, newest, { status: ['waiting', 'sending'] }],
  ['deliveries', 'delivered', 'table', usual, 10, newest, { status: 'delivered' }],
  ['deliveries', 'failed', 'table', usual, 10, newest, { status: 'failed' }],
  ['trash', '', 'table', usual, 10, newest, {}],
  ['views', '', 'table', usual, 10, { field: 'name', order: 'ASC' }, {}],
  ['viewings', '', 'table', usual, 10, newest, {}],
  ['notifications', 'all', 'table', usual, 10, newest, {}],
  ['notifications', 'unread', 'table', usual, 10, newest, { read: false }],
  ['public_links', '', 'table', usual, 10, newest, {}],
  ['events', '', 'table', usual, 10, newest, {}],
]

/** Lists in the tabs of a record: resource, tab, list, page size, filter. */
const related = [
  ['companies', 'users', 'users', 5, { status: 'active' }],
  ['companies', 'groups', 'groups', 5, undefined],
  ['companies', 'guests', 'guests', 5, undefined],
  ['companies', 'videos360', 'videos', 5, undefined],
  ['companies', 'scenes', 'vectos', 5, { status: 'completed' }],
  ['companies', 'sessions', 'sessions', 5, undefined],
  ['users', 'sessions', 'sessions', 5, undefined],
  ['users', 'viewings', 'viewings', 5, undefined],
  ['users', 'events', 'events', 10, undefined],
  ['environments', 'versions', 'versions', 15, undefined],
  ['environments', 'scenes', 'vectos', 15, undefined],
  ['environments', 'medias', 'medias', 1000, undefined],
  ['environments', 'events', 'events', 30, undefined],
  ['versions', 'scenes', 'vectos', 15, undefined],
  ['versions', 'medias', 'medias', 1000, undefined],
  ['versions', 'events', 'events', 30, undefined],
  ['videos', 'scenes', 'vectos', 15, undefined],
  ['videos', 'events', 'events', 30, undefined],
  ['vectos', 'shares', 'shares', 20, undefined],
  ['vectos', 'publicLinks', 'public_links', 20, undefined],
  ['vectos', 'events', 'events', 20, undefined],
  ['medias', 'shares', 'shares', 20, undefined],
  ['medias', 'events', 'events', 10, undefined],
  ['downloads', 'events', 'events', 15, undefined],
  ['templates', 'events', 'events', 15, undefined],
  ['webhooks', 'deliveries', 'deliveries', 15, undefined],
]

const isList = (tab: unknown): tab is ListTab => typeof tab === 'object' && tab !== null && 'list' in tab

describe('lists of the definitions', () => {
  it.each(expected)(
    '%s %s is a %s with the page sizes %j, first %i, sorted by %j, filtered by %j',
    (name, tab, view, pageSizes, perPage, sort, filter) => {
      expect(tabOf(resourceOf(name), tab)).toEqual({ view, pageSizes, perPage, sort, filter })
    },
  )

  it('the table above contains all lists with all their tabs', () => {
    const declared = resourceNames.flatMap(name => {
      const tabs = Object.keys(resourceOf(name).list.tabs ?? { '': {} })
      return tabs.map(tab => `${name} ${tab}`)
    })
    expect(expected.map(([name, tab]) => `${name} ${tab}`)).toEqual(declared)
  })

  it('lists in the tabs of a record have the expected page sizes and filters', () => {
    const declared = resourceNames.flatMap(name =>
      Object.entries(resourceOf(name).show?.tabs ?? {}).flatMap(([hash, tab]) =>
        isList(tab) ? [[name, hash, tab.list, tab.pageSize, tab.filter]] : [],
      ),
    )
    expect(declared).toEqual(related)
  })
})
