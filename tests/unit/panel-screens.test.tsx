import { screen } from '@testing-library/react'
import { Route } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { PanelScreens } from '~/src/app/app'
import { renderScreen } from '../support/render-screen'

vi.mock('~/src/app/layout', () => ({
  Layout: () => {
    throw new Error('The menu is broken')
  },
}))

it('says that something went wrong, with a way back, where the bar or the menu cannot be drawn', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await renderScreen(<PanelScreens routes={<Route path="/" element={null} />} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong')
  expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible()
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})
