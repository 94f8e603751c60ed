import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { firstLists, firstTexts } from '~/i18n/first-texts'
import { mergeTexts } from '~/i18n/merge-texts'
import { splitTexts } from '~/i18n/split-texts'
import { languages } from '~/model/languages'
import { resourceNames, resourceOf } from '~/model/registry'
import { menuItems } from '~/src/app/menu-items'
import { type Said, saidEarly } from '../support/panel/early-modules'
import { keysIn } from '../support/panel/text-keys'

const all = keysIn(catalogues.en.texts)
const first = new Set(keysIn(splitTexts(catalogues.en.texts, firstTexts).first))

/** The texts at a key, or below it. */
const at = (key: string) => all.filter(each => each === key || each.startsWith(`${key}.`))

describe('the texts that load first', () => {
  it.each(languages)('first and later texts together are all texts, each once, in %s', language => {
    const { texts } = catalogues[language]
    const parts = splitTexts(texts, firstTexts)
    const [early, late] = [keysIn(parts.first), keysIn(parts.later)]
    expect([...early, ...late].sort()).toEqual(keysIn(texts).sort())
    expect(new Set([...early, ...late]).size).toBe(early.length + late.length)
    expect(mergeTexts(parts.first, parts.later)).toEqual(texts)
  })

  it('every pattern of the table covers a text', () => {
    const unused = firstTexts.filter(
      pattern => Object.keys(splitTexts(catalogues.en.texts, [pattern]).first).length === 0,
    )
    expect(unused).toEqual([])
  })

  it.each([
    ['a', ['a.b', 'a.c.d']],
    ['a.*.d', ['a.c.d']],
    ['{a,e}.b', ['a.b', 'e.b']],
    ['*.b', ['a.b', 'e.b']],
    ['b', []],
  ])('the pattern %s covers %s', (pattern, covered) => {
    const texts = { a: { b: '1', c: { d: '2' } }, e: { b: '3' } }
    expect(keysIn(splitTexts(texts, [pattern]).first)).toEqual(covered)
  })
})

describe('the lists that need no later texts', () => {
  it('the first lists are those of the menu, except lists that load their texts', () => {
    const lists = menuItems
      .filter(({ later }) => !later)
      .flatMap(({ path }) => resourceNames.filter(name => resourceOf(name).paths.list === path))
    expect(lists.sort()).toEqual([...firstLists].sort())
  })

  it('the names of the first lists and the labels of the menu are first texts', () => {
    const needed = [
      ...firstLists.map(name => `resources.${name}.name`),
      ...menuItems.map(({ key }) => `menu.${key}`),
    ]
    expect(needed.filter(key => !first.has(key))).toEqual([])
  })

  it.each(firstLists)('the labels, choices and tabs of the list of %s are first texts', name => {
    const { fields, list, actions = {} } = resourceOf(name)
    const paths = [...list.columns, ...list.filters, ...(list.hidden ?? [])]
      .map(each => (typeof each === 'string' ? each : each.path))
      .filter(path => path !== 'keywords')
    const needed = [
      ...paths.map(path => `fields.${path}`),
      ...paths.flatMap(path => (fields[path]?.options ?? []).map(option => `choices.${path}.${option}`)),
      ...Object.keys(list.tabs ?? {}).map(tab => `tabs.${tab}`),
      ...Object.keys(actions)
        .filter(action => !actions[action]?.ownButton)
        .map(action => `actions.${action}`),
    ].map(key => `resources.${name}.${key}`)
    expect(needed.length).toBeGreaterThan(5)
    expect(needed.filter(key => at(key).length === 0 || at(key).some(each => !first.has(each)))).toEqual([])
  })
})

/** What early modules say although it is not among the first texts, and why it is never painted too early. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Keys for a definition's own texts: the tests above check those of the first lists.
  'src/admin/admin-config.tsx': [
    'resources.*.fields.*',
    'resources.*.choices.*.*',
    'resources.*.tabs.*',
    'resources.*.absent.*',
    'resources.*.*',
  ],
  // Codes of all failures: `useFailureText` has a text for one whose own is not there yet, and forms have all texts.
  'src/api/contract/records.ts': ['errors.*', 'validation.*'],
  // An upload, and with it its failure or the question at sign-out, begins in a later part.
  'src/api/cloud/storage-uploader.ts': ['errors.too_large'],
  // Translated once the later texts are there.
  'src/admin/actions/act-button.tsx': ['admin.done'],
  'src/features/users/user-actions.tsx': [
    'resources.users.resendFailed',
    'resources.users.resent',
    'deliveryStatus.*',
  ],
}

const isText = (key: RegExp) => all.filter(each => key.test(each))

/** The texts that a literal or template can mean; of one with the name of a resource, those of the first lists. */
const meantBy = ({ pieces }: Said) => {
  const [begin = ''] = pieces
  if (!begin.includes('.')) return []
  const escaped = pieces.map(piece => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (begin === 'resources.' && pieces.length > 1)
    return firstLists.flatMap(name =>
      isText(new RegExp(`^resources\\.${name}${escaped.slice(1).join('[^.]+')}(\\..*)?$`)),
    )
  return isText(new RegExp(`^${escaped.join('[^.]+')}(\\..*)?$`))
}

describe('what the panel can say before its later texts are loaded', () => {
  const said = saidEarly('src/app/app.tsx')
  const early = said.filter(each => meantBy(each).some(key => !first.has(key)))
  const found = [...new Set(early.map(({ file, pieces }) => `${file}: ${pieces.join('*')}`))]

  it('the texts in the modules of a list are found', () => {
    expect(said.filter(each => meantBy(each).length > 0).length).toBeGreaterThan(50)
  })

  it('a module that runs before the later texts are loaded uses first texts only', () => {
    const known = Object.entries(exceptions).flatMap(([file, keys]) => keys.map(key => `${file}: ${key}`))
    expect(found.sort()).toEqual(known.sort())
  })
})
