import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { answerRecord, versionRow } from '../support/panel/nested-rows'
import { openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const path = '/environments/e1/versions/v1'
const node = (uid: string, type: string, name: string, ...children: object[]) => ({
  uid,
  name,
  type,
  children,
})
const tree = node(
  'n0',
  'Project',
  'Harbour',
  node('n1', 'Dashboard', 'Quay', node('n2', 'Presentation', 'Crane')),
  node('n3', 'Dashboard', 'Lighthouse', node('n4', 'Overlay', 'Lamp')),
  node('n5', 'Overlay', 'Pier'),
)

const openTree = (sent: unknown = tree) => {
  const api = answerRecord(fakeApi(), path, versionRow())
  api.answering(`GET ${path}/tree`, typeof sent === 'function' ? (sent as () => unknown) : () => sent)
  return openShow('versions', '', { api, at: '/environments/e1/versions/v1/tree' })
}

const names = () => screen.getAllByRole('treeitem').map(item => item.querySelector('.name')?.textContent)
const chosen = () => screen.getByRole('treeitem', { selected: true })

const focused = async () => {
  const opened = await openTree()
  await opened.user.click(await screen.findByRole('treeitem', { name: /Harbour/ }))
  expect(screen.getByRole('tree')).toHaveFocus()
  return opened
}

describe('the tree of a version', () => {
  it('exposes type, level, position and expanded state of tree nodes to assistive technology', async () => {
    await openTree()
    const root = await screen.findByRole('treeitem', { name: 'Project Harbour' })
    expect(root).toHaveAttribute('aria-expanded', 'true')
    const quay = screen.getByRole('treeitem', { name: 'Dashboard Quay' })
    expect(quay).toHaveAttribute('aria-level', '2')
    expect(quay).toHaveAttribute('aria-posinset', '1')
    expect(quay).toHaveAttribute('aria-setsize', '3')
    expect(quay).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByRole('treeitem', { name: 'Overlay Pier' })).not.toHaveAttribute('aria-expanded')
    expect(screen.getByRole('tree')).toHaveAttribute('aria-activedescendant', chosen().id)
  })

  it.each([
    ['{ArrowDown}', 'Quay'],
    ['{ArrowDown}{ArrowDown}{ArrowUp}', 'Quay'],
    ['{End}', 'Pier'],
    ['{End}{Home}', 'Harbour'],
    ['{ArrowRight}', 'Quay'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Crane'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}', 'Quay'],
    ['pi', 'Pier'],
    ['l', 'Lighthouse'],
  ])('pressing %s in the tree moves to %s', async (keys, name) => {
    const { user } = await focused()
    await user.keyboard(keys)
    expect(chosen()).toHaveTextContent(name)
    expect(screen.getByRole('heading', { level: 2, name })).toBeVisible()
  })

  it.each([
    ['{ArrowLeft}', ['Harbour']],
    ['{Enter}', ['Harbour']],
    [' ', ['Harbour']],
    ['{ArrowDown}*', ['Harbour', 'Quay', 'Crane', 'Lighthouse', 'Lamp', 'Pier']],
  ])('pressing “%s” in the tree shows the nodes %j', async (keys, seen) => {
    const { user } = await focused()
    await user.keyboard(keys)
    expect(names()).toEqual(seen)
  })

  it('expands and collapses all nodes; a hidden selection moves to its visible ancestor', async () => {
    const { user } = await focused()
    await user.click(screen.getByRole('button', { name: 'Expand all' }))
    expect(names()).toHaveLength(6)
    await user.click(screen.getByRole('treeitem', { name: /Lamp/ }))
    await user.click(screen.getByRole('button', { name: 'Collapse all' }))
    expect(names()).toEqual(['Harbour'])
    expect(chosen()).toHaveTextContent('Harbour')
  })

  it('filters the tree by name, shows the number of matches, and keeps them expanded afterwards', async () => {
    const { user } = await openTree()
    const box = await screen.findByRole('searchbox', { name: 'Find a node' })
    await user.type(box, 'LAM')
    expect(names()).toEqual(['Harbour', 'Lighthouse', 'Lamp'])
    expect(screen.getByText('1 node')).toBeVisible()
    expect(screen.getByText('Lam').tagName).toBe('MARK')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('tree')).toHaveFocus()
    await user.type(box, 'x')
    expect(screen.getByText('No node has this name.')).toBeVisible()
    await user.keyboard('{Escape}')
    expect(box).toHaveValue('')
    expect(names()).toContain('Lamp')
    expect(names()).toContain('Pier')
  })

  it('shows type, identifier, children and path of the selected node', async () => {
    const { user } = await focused()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    const details = screen.getByRole('region', { name: 'Crane' })
    expect(details).toHaveTextContent(
      'CraneTypePresentationPresentationIdentifiern2Children0PathHarbour › Quay › Crane',
    )
  })

  it('renders only the visible rows of a tree with five thousand nodes', async () => {
    const children = Array.from({ length: 5000 }, (_, index) => ({
      name: `Overlay ${index}`,
      type: 'Overlay',
    }))
    const { user } = await openTree({ ...tree, children })
    await user.click(await screen.findByRole('treeitem', { name: /Harbour/ }))
    expect(names().length).toBeLessThan(60)
    await user.keyboard('{End}')
    expect(chosen()).toHaveTextContent('Overlay 4999')
    expect(chosen()).toHaveAttribute('aria-posinset', '5000')
  })
})

describe('a version without a tree', () => {
  it('shows that a version has no tree yet', async () => {
    await openTree(refusing(404, 'not_found'))
    expect(await screen.findByText('This version has no tree yet.')).toBeVisible()
  })

  it('shows why a tree could not be loaded, and retries', async () => {
    const { user, api } = await openTree(refusing(500, 'server_error'))
    await screen.findByRole('alert')
    api.answering(`GET ${path}/tree`, () => tree)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.getByRole('tree')).toBeVisible())
  })
})
