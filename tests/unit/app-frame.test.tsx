import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Footer, titleOf, usePageTitle } from '~/src/app/layout'
import { renderScreen } from '../support/panel/render-screen'

const answer = vi.fn<typeof fetch>()
const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
beforeEach(() => {
  answer.mockReset()
  logged.mockClear()
  vi.stubGlobal('fetch', answer)
  return () => vi.unstubAllGlobals()
})

const file = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('footer', () => {
  it('the footer shows the served version and a contact link', async () => {
    answer.mockResolvedValue(file({ version: '4.2.1' }))
    await renderScreen(<Footer />)
    expect(await screen.findByText('Version 4.2.1')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:|^http/),
    )
    expect(answer).toHaveBeenCalledWith('/version.json', { cache: 'no-cache' })
    expect(logged).not.toHaveBeenCalled()
  })

  it.each([
    ['is missing', () => Promise.resolve(file({}, 404))],
    ['is no JSON', () => Promise.resolve(new Response('<!doctype html>'))],
    ['cannot be loaded', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('the footer shows no version when version.json %s, and logs it', async (_, given) => {
    answer.mockImplementation(given)
    await renderScreen(<Footer />)
    await waitFor(() => expect(logged).toHaveBeenCalledOnce())
    expect(logged.mock.calls[0]?.[0]).toContain('version.json')
    expect(screen.getByRole('link', { name: 'Contact us' })).toBeVisible()
    expect(screen.queryByText(/version/i)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('window title', () => {
  it('the window title consists of the screen and the panel', () => {
    expect(titleOf('Users', 'vecto admin')).toBe('Users — vecto admin')
    expect(titleOf('', 'vecto admin')).toBe('vecto admin')
  })

  it('the window title follows the title in the app bar', async () => {
    const bar = document.createElement('span')
    bar.id = 'react-admin-title'
    document.body.append(bar)
    const Titled = () => {
      usePageTitle()
      return null
    }
    await renderScreen(<Titled />)
    await waitFor(() => expect(document.title).toBe('vecto admin'))
    render('Medias', { container: bar })
    await waitFor(() => expect(document.title).toBe('Medias — vecto admin'))
    bar.remove()
  })
})
