import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Menu } from '~/src/app/menu'
import { NotFound } from '~/src/app/not-found'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const nav = async () => within(await screen.findByRole('navigation'))
const links = async () => (await (await nav()).findAllByRole('link')).map(link => link.textContent)

describe('menu', () => {
  it.each([
    ['root', 'Companies', ['My company']],
    ['partner', 'Companies', ['My company', 'Administration']],
    ['admin', 'My company', ['Companies', 'Administration']],
    ['manager', 'Home', ['Companies', 'My company', 'Users', 'Medias', 'Administration']],
    ['editor', 'Home', ['Companies', 'My company', 'Users', 'Medias', 'Administration']],
    ['viewer', 'Home', ['Companies', 'My company', 'Users', 'Medias', 'Administration']],
  ] as const)('the menu of the role %s contains %s and none of %j', async (role, there, absent) => {
    await renderScreen(<Menu />, { role, path: '/home' })
    const shown = await links()
    expect(shown).toContain(there)
    expect(shown.filter(name => absent.some(other => other === name))).toEqual([])
    expect((await nav()).getByRole('button', { name: 'Sign out' })).toBeVisible()
  })

  it('the menu shows the user’s name, company and role', async () => {
    await renderScreen(<Menu />, { role: 'admin', language: 'fr', path: '/home' })
    expect(await screen.findByText('Ada Lovelace')).toBeVisible()
    expect(screen.getByText('Own company')).toBeVisible()
    expect(screen.getByText('Administrateur')).toBeVisible()
  })

  it('the menu prefers the label of the role', async () => {
    await renderScreen(<Menu />, { role: 'root', me: { roleLabel: 'Superuser' }, path: '/home' })
    expect(await screen.findByText('Superuser')).toBeVisible()
  })

  it('the menu highlights the current section and the last one for other screens', async () => {
    const first = await renderScreen(<Menu />, { path: '/user/show/:id', at: '/user/show/u1' })
    expect(await (await nav()).findByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
    expect(sessionStorage.getItem('vecto.menu')).toBe('users')
    first.unmount()
    await renderScreen(<Menu />, { path: '/nowhere' })
    const users = await (await nav()).findByRole('link', { name: 'Users' })
    expect(users).toHaveClass('lit')
    expect(users).not.toHaveAttribute('aria-current')
  })

  it('the menu highlights no section for the user’s own account', async () => {
    sessionStorage.setItem('vecto.menu', 'vectos')
    await renderScreen(<Menu />, { path: '/user/record' })
    const shown = await (await nav()).findAllByRole('link')
    expect(shown.filter(link => link.classList.contains('lit'))).toEqual([])
  })
})

describe('unknown address', () => {
  it.each([
    ['en', 'Page not found', 'Go to the home page'],
    ['fr', 'Page introuvable', 'Aller à l’accueil'],
  ] as const)('shows a not-found page in %s with a link to the home page', async (language, title, home) => {
    const { user, address } = await renderScreen(<NotFound />, { language, path: '/nowhere' })
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    await user.click(screen.getByRole('link', { name: home }))
    expect(address()).toBe('/home')
  })
})
