import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Footer, titleOf, usePageTitle } from '~/src/app/layout'
import { renderScreen } from '../support/render-screen'

const answer = vi.fn<typeof fetch>()
const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
beforeEach(() => {
  answer.mockReset()
  logged.mockClear()
  vi.stubGlobal('fetch', answer)
  return () => vi.unstubAllGlobals()
})

const file = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

describe('the footer', () => {
  it('shows the version that is served, and how to reach us', async () => {
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
    ['cannot be had', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('shows no version where its file %s, and logs it', async (_, given) => {
    answer.mockImplementation(given)
    await renderScreen(<Footer />)
    await waitFor(() => expect(logged).toHaveBeenCalledOnce())
    expect(logged.mock.calls[0]?.[0]).toContain('version.json')
    expect(screen.getByRole('link', { name: 'Contact us' })).toBeVisible()
    expect(screen.queryByText(/version/i)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the title of the window', () => {
  it('is the screen’s name, then the panel’s', () => {
    expect(titleOf('Users', 'vecto admin')).toBe('Users — vecto admin')
    expect(titleOf('', 'vecto admin')).toBe('vecto admin')
  })

  it('follows the name in the bar', async () => {
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
