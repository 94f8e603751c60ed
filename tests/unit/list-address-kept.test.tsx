import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ListParams } from '~/model/lists/list-address'
import { resourceOf } from '~/model/registry'
import { useListAddress } from '~/src/admin/list/list-state'
import { panelStore } from '~/src/app/panel-store'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const KEY = 'a list'
const place = { resource: resourceOf('medias'), role: 'root', tab: '' } as const
const usual: ListParams = { filter: {}, sort: 'createdAt', order: 'DESC', page: 1, perPage: 10 }
const atlas = { ref: 'companies/c1', label: 'Atlas' }

const stored = () => panelStore.getItem<ListParams>(KEY)
const store = (params: ListParams) => act(() => panelStore.setItem(KEY, { ...usual, ...params }))

/** The URL and the stored state of a list, without its table. */
const listed = async (at: string) => {
  let list: ReturnType<typeof useListAddress> | undefined
  const List = () => {
    list = useListAddress(place, KEY)
    return <p>Listed</p>
  }
  const shown = await renderScreen(<List />, { at })
  await screen.findByText('Listed')
  const read = () => {
    if (!list) throw new Error('Not shown')
    return list
  }
  const became = (address: string) => waitFor(() => expect(shown.address()).toBe(address))
  return { ...shown, read, became }
}

describe('stored state of a list', () => {
  it('keeps the stored label of a record when the URL has only its reference', async () => {
    store({ filter: { company: atlas } })
    await listed('/here?company=companies/c1')
    expect(stored()).toMatchObject({ filter: { company: atlas } })
  })

  it('drops the stored label when the URL refers to another record', async () => {
    store({ filter: { company: atlas } })
    await listed('/here?company=companies/c2')
    expect(stored()).toMatchObject({ filter: { company: { ref: 'companies/c2', label: '' } } })
  })

  it('restores the stored state when the URL has no parameters', async () => {
    store({ page: 4, filter: { name: 'quay' } })
    const { became } = await listed('/here')
    await became('/here?name=quay&page=4')
    expect(stored()).toMatchObject({ page: 4, filter: { name: 'quay' } })
  })
})

describe('history of a list', () => {
  it('going back restores each page that was shown', async () => {
    const { router, became } = await listed('/here')
    store({ page: 2 })
    await became('/here?page=2')
    store({ page: 3 })
    await became('/here?page=3')
    await act(() => router.navigate(-1))
    await became('/here?page=2')
    expect(stored()).toMatchObject({ page: 2 })
    await act(() => router.navigate(-1))
    await became('/here')
    expect(stored()).toEqual(usual)
  })

  it('going back skips a page beyond the last', async () => {
    const { router, read, became } = await listed('/here')
    store({ page: 2 })
    await became('/here?page=2')
    store({ page: 9 })
    await became('/here?page=9')
    act(() => read().onTotal(20))
    store({ page: 1 })
    await became('/here')
    await act(() => router.navigate(-1))
    await became('/here?page=2')
  })

  it('going back restores the last page', async () => {
    const { router, read, became } = await listed('/here')
    store({ page: 2 })
    await became('/here?page=2')
    act(() => read().onTotal(11))
    store({ page: 1 })
    await became('/here')
    await act(() => router.navigate(-1))
    await became('/here?page=2')
  })

  it('a typed search is one history entry, separate from other filters', async () => {
    const { router, became } = await listed('/here')
    for (const name of ['q', 'qu', 'quay']) {
      store({ filter: { name } })
      await became(`/here?name=${name}`)
    }
    store({ filter: { name: 'quay', company: atlas } })
    await became('/here?name=quay&company=companies/c1')
    await act(() => router.navigate(-1))
    await became('/here?name=quay')
    await act(() => router.navigate(-1))
    await became('/here')
  })
})
