import { describe, expect, it } from 'vitest'
import { ancestorsOf, buildTree, findNode, lineOf, visibleNodes } from '~/src/features/versions/tree-nodes'

const node = (name: string, ...children: object[]) => ({ uid: name, name, type: 'Overlay', children })
const house = node('House', node('Hall', node('Door')), node('Kitchen'), node('Attic', node('Étagère')))

describe('a flattened tree', () => {
  const nodes = buildTree(house)
  const named = (indexes: Iterable<number>) => [...indexes].map(index => nodes[index]?.name)

  it('lists each node before its descendants, with level, position and number of siblings', () => {
    expect(
      nodes.map(({ name, level, place, siblings, children }) => [name, level, place, siblings, children]),
    ).toEqual([
      ['House', 1, 1, 1, 3],
      ['Hall', 2, 1, 3, 1],
      ['Door', 3, 1, 1, 0],
      ['Kitchen', 2, 2, 3, 0],
      ['Attic', 2, 3, 3, 1],
      ['Étagère', 3, 1, 1, 0],
    ])
    expect(nodes.map(({ end }) => end)).toEqual([6, 3, 3, 4, 6, 6])
  })

  it('shows only children of expanded nodes', () => {
    expect(named(visibleNodes(nodes, new Set()))).toEqual(['House'])
    expect(named(visibleNodes(nodes, new Set([0])))).toEqual(['House', 'Hall', 'Kitchen', 'Attic'])
    expect(named(visibleNodes(nodes, new Set([0, 4])))).toEqual([
      'House',
      'Hall',
      'Kitchen',
      'Attic',
      'Étagère',
    ])
    expect(visibleNodes(nodes, ancestorsOf(nodes))).toHaveLength(6)
  })

  it('finds nodes by name without accents, with their ancestors', () => {
    const { found, leading, shown } = findNode(nodes, ' etag ')
    expect(named(found)).toEqual(['Étagère'])
    expect(named(leading)).toEqual(['Attic', 'House'])
    expect(named(visibleNodes(nodes, ancestorsOf(nodes), shown))).toEqual(['House', 'Attic', 'Étagère'])
  })

  it('lists the path to a node', () => {
    expect(named(lineOf(nodes, 5))).toEqual(['House', 'Attic', 'Étagère'])
  })

  it('builds trees deeper than the call stack, and empty trees', () => {
    let deep = node('bottom')
    for (let level = 0; level < 20_000; level++) deep = node(`level ${level}`, deep)
    expect(buildTree(deep)).toHaveLength(20_001)
    expect(buildTree(null)).toEqual([])
    expect(buildTree({ name: 'lone' })).toMatchObject([{ name: 'lone', uid: '', children: 0 }])
  })
})
