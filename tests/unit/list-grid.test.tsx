import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row } from '../support/panel/fake-api'
import { openRowMenu } from '../support/panel/list-controls'
import { openList } from '../support/panel/render-screen'
import { mediaRow } from '../support/panel/sample-rows'

freshBrowser()

const openGrid = (row: Row, options: Parameters<typeof openList>[2] = {}) =>
  openList('medias', '#grid', { api: fakeApi({ medias: [mediaRow(row)] }), ...options })

const card = () => screen.findByRole('article')

describe('media grid', () => {
  it.each([
    ['Twenty-eight letters in all!', 'Twenty-eight letters in all!'],
    ['Twenty-nine letters in here!!', 'Twenty-nine letters in he…'],
  ])('the name “%s” is shortened to “%s”, with the whole name as title', async (name, written) => {
    await openGrid({ name })
    expect(await within(await card()).findByTitle(name)).toHaveTextContent(new RegExp(`^${written}$`))
  })

  it.each([
    [{ thumbRef256: '/t256', thumbRef128: '/t128', filethumb: '/file' }, '/t256'],
    [{ thumbRef256: null, thumbRef128: '/t128', filethumb: '/file' }, '/t128'],
    [{ thumbRef256: null, thumbRef128: null, filethumb: '/file' }, '/file'],
  ])('a card with %j shows %s', async (pictures, shown) => {
    await openGrid(pictures)
    expect((await card()).querySelector('img')).toHaveAttribute('src', shown)
  })

  it.each([
    ['application/pdf', 'PictureAsPdfOutlinedIcon'],
    ['application/zip', 'InsertDriveFileOutlinedIcon'],
  ])('a card without a thumbnail, of type %s, shows %s', async (contentType, icon) => {
    await openGrid({ contentType })
    expect(await within(await card()).findByTestId(icon)).toBeVisible()
    expect((await card()).querySelector('img')).toBeNull()
  })

  it('a card whose thumbnail fails to load shows the icon of its type', async () => {
    await openGrid({ contentType: 'application/pdf', thumbRef256: '/gone' })
    const picture = (await card()).querySelector('img')
    fireEvent.error(picture ?? document)
    expect(within(await card()).getByTestId('PictureAsPdfOutlinedIcon')).toBeVisible()
  })

  it('a card links to its media and has the actions of its status', async () => {
    const { address, user } = await openGrid({ status: 'deletable' })
    const media = within(await card())
    expect(media.getByText('2.5 MB')).toBeVisible()
    const menu = await openRowMenu(user, 'Sunset')
    expect(await menu.findByRole('menuitem', { name: 'Restore' })).toBeVisible()
    expect(menu.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(media.getByRole('link', { name: 'Sunset' }))
    expect(address()).toBe('/medias/show/m1')
  })

  it('the card size is stored in the browser', async () => {
    const { user, unmount } = await openGrid({})
    expect(await screen.findByRole('button', { name: 'Medium' })).toHaveAttribute('aria-pressed', 'true')
    await user.click(screen.getByRole('button', { name: 'Big' }))
    unmount()
    await openGrid({})
    expect(await screen.findByRole('button', { name: 'Big' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('the grid excludes pending medias', async () => {
    await openGrid({ status: 'pending' })
    expect(await screen.findByText('There is no data to display.')).toBeVisible()
  })
})
