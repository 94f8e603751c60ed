import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, type FakeApi, fakeApi } from '../support/panel/fake-api'
import { openList } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'

freshBrowser()

const people = () =>
  fakeApi({ users: Array.from({ length: 43 }, (_, index) => userRow({ uid: `u${index}` })) })

const lastAsked = (api: FakeApi) =>
  askedOf(
    api
      .to('GET /users')
      .filter(({ search }) => search.get('batch') !== '1')
      .at(-1),
  )

const next = () => screen.findByRole('button', { name: /next page/i })

describe('URL of a list', () => {
  it('the URL of a list follows page, sort order and filters, and Back restores each', async () => {
    const { user, address, router } = await openList('users', '', { api: people() })
    await user.click(await next())
    await screen.findByText('11-20 of 43')
    await waitFor(() => expect(address()).toBe('/user?page=2'))
    await user.click(screen.getByRole('button', { name: /last name/i }))
    await waitFor(() => expect(address()).toBe('/user?sort=lastname'))
    await user.click(screen.getByRole('tab', { name: /^Invited/ }))
    await waitFor(() => expect(address()).toBe('/user#invited'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/user?sort=lastname'))
    await act(() => router.navigate(-1))
    expect(await screen.findByText('11-20 of 43')).toBeVisible()
    await act(() => router.navigate(-1))
    expect(await screen.findByText('1-10 of 43')).toBeVisible()
    expect(address()).toBe('/user')
    await act(() => router.navigate(1))
    expect(await screen.findByText('11-20 of 43')).toBeVisible()
  })

  it('a word typed into the search of a list is one history entry', async () => {
    const { user, address, router } = await openList('users', '', { api: people() })
    await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'g')
    await waitFor(() => expect(address()).toBe('/user?keywords=g'))
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ra')
    await waitFor(() => expect(address()).toBe('/user?keywords=gra'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/user'))
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  })

  it('the URL of a list overrides the stored state, which applies when the URL has no parameters', async () => {
    const first = await openList('users', '', { api: people() })
    await first.user.click(await next())
    await screen.findByText('11-20 of 43')
    first.unmount()
    const linked = await openList('users', '', { api: people(), at: '/user?sort=-role&page=3&keywords=' })
    await screen.findByText('21-30 of 43')
    expect(lastAsked(linked.api)).toMatchObject({ fsort: 'role', osort: 'desc' })
    linked.unmount()
    const again = await openList('users', '', { api: people() })
    expect(await screen.findByText('21-30 of 43')).toBeVisible()
    expect(again.address()).toBe('/user?sort=-role&page=3')
  })

  it.each([
    ['/user?page=99999', '/user?page=5'],
    ['/user?page=x&rows=7&sort=password&role=emperor&company=9&foo=bar', '/user'],
  ])('the invalid URL %s shows the list and becomes %s', async (at, right) => {
    const { address } = await openList('users', '', { api: people(), at })
    expect(await screen.findByText(/ of 43$/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(address()).toBe(right))
  })
})
