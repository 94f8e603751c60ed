import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { firstLists } from '~/i18n/first-texts'
import type { Texts } from '~/i18n/merge-texts'
import { resourceOf } from '~/model/registry'
import { fakeApi, type Row, refusing } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { vectoRow } from '../support/nested-rows'
import { ownCompany } from '../support/person'
import { openList } from '../support/render-screen'
import { companyRow, mediaRow, userRow } from '../support/sample-rows'

freshBrowser()

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
  medias: ['completed', 'pending'].map(status => mediaRow({ uid: status, status })),
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

/** Long enough for the parts that are rendered after the rows. */
const settled = () => new Promise(resolve => setTimeout(resolve, 300))

const screens = firstLists.flatMap(name =>
  ['', ...Object.keys(resourceOf(name).list.tabs ?? {}).map(tab => `#${tab}`)].map(
    hash => [name, hash] as const,
  ),
)

describe('a list whose later texts have not arrived', () => {
  it.each(screens)('shows the rows of %s%s, and no key instead of a text', async (name, hash) => {
    await openList(name, hash, { api: fakeApi(rows), isEarly: true })
    await screen.findAllByText(/Own company|Grace|Hopper|Sunset|Harbour|Quay|\d MB/)
    await settled()
    expect(shownKeys()).toEqual([])
  })

  it('shows no key instead of a text without rows', async () => {
    await openList('videos', '', { api: fakeApi({ videos: [] }), isEarly: true })
    await screen.findByText('There is no data to display.')
    await settled()
    expect(shownKeys()).toEqual([])
  })

  it.each([
    ['forbidden', 403, 'Server Error: You are not allowed to do this.'],
    ['last_root', 409, 'Server Error: An error occurred.'],
  ])('says that the list cannot be read, because of %s', async (code, status, text) => {
    const api = fakeApi(rows)
    api.answering('GET /videos360', refusing(status, code))
    await openList('videos', '', { api, isEarly: true })
    expect(await screen.findByText(text)).toBeVisible()
  })
})
