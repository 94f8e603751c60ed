import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { treeChanges } from '~/src/features/versions/compare/tree-difference'
import { buildTree } from '~/src/features/versions/tree-nodes'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { ada, answerRecord, versionRow } from '../support/panel/nested-rows'
import { openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const node = (uid: string, name: string, ...children: object[]) => ({
  uid,
  name,
  type: 'Dashboard',
  children,
})
const harbour = (...children: object[]) => node('n0', 'Harbour', ...children)
const changesOf = (before: object, after: object) =>
  treeChanges(buildTree(before), buildTree(after)).map(({ kind, name, count, before: was }) =>
    [kind, name, count, ...(was === undefined ? [] : [was])].join(' '),
  )

describe('the differences of two trees', () => {
  it.each([
    ['none', harbour(node('a', 'A')), harbour(node('a', 'A')), []],
    [
      'none for another order of siblings',
      harbour(node('a', 'A'), node('b', 'B')),
      harbour(node('b', 'B'), node('a', 'A')),
      [],
    ],
    ['an added branch, as one change', harbour(), harbour(node('a', 'A', node('b', 'B'))), ['added A 2']],
    ['a removed branch, as one change', harbour(node('a', 'A', node('b', 'B'))), harbour(), ['removed A 2']],
    [
      'a node inserted above another',
      harbour(node('b', 'B')),
      harbour(node('a', 'A', node('b', 'B'))),
      ['added A 1', 'moved B 1 Harbour'],
    ],
    ['another name', harbour(node('a', 'A')), harbour(node('a', 'Quay')), ['renamed Quay 1 A']],
    [
      'another type',
      harbour(node('a', 'A')),
      harbour({ ...node('a', 'A'), type: 'Overlay' }),
      ['retyped A 1 Dashboard'],
    ],
    [
      'those by path where each publication has new uids',
      harbour(node('a', 'A', node('b', 'B')), node('c', 'A', node('d', 'D'))),
      node('z0', 'Harbour', node('z1', 'A', node('z2', 'B')), node('z3', 'A', node('z4', 'E'))),
      ['added E 1', 'removed D 1'],
    ],
    ['all nodes when one tree is empty', {}, harbour(), ['added Harbour 1', 'removed  1']],
  ])('the differences of two trees are %s', (_what, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes)
  })

  it('finds the differences of trees with a hundred thousand nodes', () => {
    const children = (suffix: string) =>
      Array.from({ length: 100_000 }, (_, index) => node(`n${index + 1}`, `N${index}${suffix}`))
    const many = (suffix: string) => ({ ...harbour(), children: children(suffix) })
    expect(changesOf(many(''), many(' b'))).toHaveLength(100_000)
  })
})

const bob = { ref: 'users/u2', label: 'Bob Stone' }
const path = '/environments/e1/versions'
const older = versionRow({ uid: 'v0', revision: 2, accessList: [bob] })

const openCompare = async (others: readonly object[] = [older], more: Row = {}) => {
  const api = answerRecord(
    fakeApi(),
    `${path}/v1`,
    versionRow({ file: { ref: 'files/f9', size: 2_000_000, md5Hash: 'x' }, ...more }),
  )
  api.answering(`GET ${path}/v1/tree`, () => harbour(node('a', 'Quay'), node('b', 'Pier')))
  api.answering(`GET ${path}/v0/tree`, () => harbour(node('a', 'Dock')))
  api.answering(`GET ${path}/v2/tree`, refusing(404, 'not_found'))
  const results = [versionRow(), ...others]
  api.answering(`GET ${path}`, () => ({ results, meta: { count: results.length } }))
  return openShow('versions', '', { api, at: '/environments/e1/versions/v1/tree#compare' })
}

describe('the comparison of two versions', () => {
  it('compares a version with the previous one: tree, access list and file', async () => {
    await openCompare()
    const tree = within(await screen.findByRole('list', { name: 'Tree, from revision 2 to 3' }))
    expect(tree.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'AddedPier (Dashboard) Harbour',
      'RenamedQuay (Dashboard) Harbour · was “Dock”',
    ])
    const access = within(screen.getByRole('region', { name: 'Access list' }))
    expect(access.getByText('Only on the later version’s list').nextSibling).toHaveTextContent(ada.label)
    expect(access.getByText('Only on the earlier version’s list').nextSibling).toHaveTextContent('Bob Stone')
    expect(screen.getByText('Another file: 1 MB before, 2 MB after.')).toBeVisible()
  })

  it('lists groups that gained or lost access between two versions', async () => {
    const [guides, guards] = ['Guides', 'Guards'].map(label => ({
      ref: `companies/own/groups/${label}`,
      label,
    }))
    const earlier = versionRow({ uid: 'v0', revision: 2, accessGroups: [guards] })
    await openCompare([earlier], { accessGroups: [guides] })
    const lists = within(await screen.findByRole('region', { name: 'Access groups' }))
    expect(lists.getByText('Only on the later version’s list').nextSibling).toHaveTextContent('Guides')
    expect(lists.getByText('Only on the earlier version’s list').nextSibling).toHaveTextContent('Guards')
    expect(screen.getByText('The same people are on both lists.')).toBeVisible()
  })

  it('compares a version with one that is chosen by keyboard', async () => {
    const { user } = await openCompare([older, versionRow({ uid: 'v2', revision: 4 })])
    await screen.findByRole('list', { name: 'Tree, from revision 2 to 3' })
    screen.getByRole('combobox', { name: 'Compare with' }).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('option', { name: 'Revision 4' }))
    expect(await screen.findByText('Tree, from revision 3 to 4')).toBeVisible()
  })

  it('shows that an incomplete version has no tree and no file yet', async () => {
    const pending = versionRow({ uid: 'v2', revision: 4, status: 'pending', file: null })
    const { user } = await openCompare([older, pending])
    await screen.findByRole('list', { name: 'Tree, from revision 2 to 3' })
    screen.getByRole('combobox', { name: 'Compare with' }).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('option', { name: 'Revision 4' }))
    expect(await screen.findByText('Revision 4 has no tree yet.')).toBeVisible()
    expect(screen.getByText('Revision 4 has no file yet.')).toBeVisible()
    expect(screen.queryByText('Removed')).toBeNull()
  })

  it('shows that no other version to compare with exists', async () => {
    await openCompare([])
    expect(await screen.findByText('No other version to compare with')).toBeVisible()
  })
})
