import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Uploads } from '~/src/features/uploads/uploads'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const headers = { 'Upload-Offset': '3200000', 'Upload-Length': '18400000' }

it('offers interrupted uploads until the user discards or closes them', async () => {
  const url = new URL('/parse/files/f1', location.href).href
  const entry = { uploadUrl: url, metadata: { filename: 'harbour.zip' }, creationTime: new Date().toString() }
  localStorage.setItem('tus::a::1', JSON.stringify(entry))
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200, headers }))
  const { user } = await renderScreen(<Uploads />, { path: '/home', at: '/home' })
  const notice = await screen.findByRole('region', { name: 'Interrupted uploads' }, { timeout: 12_000 })
  expect(notice).toHaveTextContent('harbour.zip (3.2 of 18.4 MB)')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Interrupted uploads' })).toBeNull()
  vi.unstubAllGlobals()
})
