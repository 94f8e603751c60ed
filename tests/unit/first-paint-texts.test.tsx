import { screen } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { firstLists } from '~/i18n/first-texts'
import type { Texts } from '~/i18n/merge-texts'
import { resourceOf } from '~/model/registry'
import { freshBrowser } from '../support/browser/fresh-browser'
import type { FakeApi, Row, refusing } from '../support/panel/fake-api'
import { vectoRow } from '../support/panel/nested-rows'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const keysIn = (texts: Texts, prefix = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysIn(value, `${prefix}${key}.`),
  )
const keys = new Set(keysIn(catalogues.en.texts))

/** The keys on the screen, as text or as an attribute such as `aria-label`. */
const shownKeys = () =>
  [...document.body.querySelectorAll('*')]
    .flatMap(element => [
      ...[...element.childNodes].flatMap(({ nodeType, textContent }) =>
        nodeType === Node.TEXT_NODE ? [textContent ?? ''] : [],
      ),
      ...[...element.attributes].map(({ value }) => value),
    ])
    .filter(text => keys.has(text.trim()))

const made = { company: ownCompany, createdAt: '2024-01-15T09:00:00Z', updatedAt: '2024-02-01T09:00:00Z' }

/** A row in each state, so that every tab shows some. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  companies: [companyRow()],
  users: ['active', 'pending', 'deleted'].map(status => userRow({ uid: status, status })),
  medias: ['completed', 'pending', 'deletable'].map(status => mediaRow({ uid: status, status })),
  environments: ['completed', 'pending', 'deletable'].map(status => ({
    ...{ uid: status, name: 'Harbour', versions: 2, status },
    ...made,
  })),
  videos: ['completed', 'pending', 'ko'].map(status => ({
    ...{ uid: status, name: 'Quay', status, pending: status !== 'completed', reasonCode: 'disk_full' },
    ...made,
  })),
  videos3d: ['completed', 'processing', 'ko'].map(status =>
    vectoRow({ uid: status, status, reasonCode: 'disk_full', grade: 'good' }),
  ),
}

// Parts that other tests have loaded would not wait for their texts, and parts that wait here would do so forever.
beforeAll(() => void vi.resetModules())
afterAll(() => void vi.resetModules())

type Fake = { readonly api: FakeApi; readonly refusing: typeof refusing }

/** Opens a list whose later texts do not arrive. */
const openEarly = async (name: string, hash: string, prepare: (api: Fake) => unknown = () => undefined) => {
  const { openList } = await import('../support/panel/render-screen')
  const fake = await import('../support/panel/fake-api')
  const api = fake.fakeApi(rows)
  prepare({ ...fake, api })
  await openList(name, hash, { api, laterTexts: new Promise(() => undefined) })
}

/** Resolves when the screen has not changed for a while: some parts are loaded and rendered after the rows. */
const settled = () =>
  new Promise<void>(resolve => {
    const end = () => {
      observer.disconnect()
      resolve()
    }
    let timer = setTimeout(end, 500)
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(end, 500)
    })
    observer.observe(document.body, { attributes: true, childList: true, subtree: true, characterData: true })
  })

const screens = firstLists.flatMap(name => {
  const tabs = Object.keys(resourceOf(name).list.tabs ?? {})
  return (tabs.length > 0 ? tabs.map(tab => `#${tab}`) : ['']).map(hash => [name, hash] as const)
})

describe('a list whose later texts have not arrived', () => {
  it.each(screens)('shows the rows of %s%s, and no key instead of a text', async (name, hash) => {
    await openEarly(name, hash)
    await screen.findAllByText(/Own company|Grace|Hopper|Sunset|Harbour|Quay|\d MB/)
    await settled()
    expect(shownKeys()).toEqual([])
  })

  it('shows no key instead of a text without rows', async () => {
    await openEarly('users', '', ({ api }) =>
      api.answering('GET /users', () => ({ results: [], meta: { count: 0 } })),
    )
    await screen.findByText('There is no data to display.')
    await settled()
    expect(shownKeys()).toEqual([])
  })

  it.each([
    ['forbidden', 403, 'Server Error: You are not allowed to do this.'],
    ['last_root', 409, 'Server Error: An error occurred.'],
  ])('says that the list cannot be read, because of %s', async (code, status, text) => {
    await openEarly('users', '', ({ api, refusing }) => api.answering('GET /users', refusing(status, code)))
    expect(await screen.findByText(text)).toBeVisible()
    expect(shownKeys()).toEqual([])
  })
})
