import { screen } from '@testing-library/react'
import { Route } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { renderScreen } from '../support/panel/render-screen'

it('shows an error page with a way back when the layout fails to render', async () => {
  // Files share their modules: others have loaded the real layout.
  vi.resetModules()
  vi.doMock('~/src/app/layout', () => ({
    Layout: () => {
      throw new Error('The menu is broken')
    },
  }))
  const { PanelScreens } = await import('~/src/app/app')
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderScreen(<PanelScreens routes={<Route path="/" element={null} />} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible()
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
  vi.doUnmock('~/src/app/layout')
  vi.resetModules()
})
