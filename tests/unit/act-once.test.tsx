import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { deferred } from '../support/deferred'
import { fakeApi } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { openShow } from '../support/render-screen'
import { mediaRow } from '../support/sample-rows'

freshBrowser()

it('asks once for an action whose button is pressed twice, and again once it is answered', async () => {
  const api = fakeApi({ medias: [mediaRow()] })
  const first = deferred()
  api.answering('GET /medias/m1/regenerate', () => first.promise.then(() => ({ uid: 'm1' })))
  const { user } = await openShow('medias', 'm1', { api })
  const button = await screen.findByRole('button', { name: /thumbnail/i })
  await user.dblClick(button)
  expect(api.to('GET /medias/m1/regenerate')).toHaveLength(1)
  first.resolve()
  await screen.findByText(/thumbnail.*(again|regenerat|requested)/i)
  await user.click(button)
  await waitFor(() => expect(api.to('GET /medias/m1/regenerate')).toHaveLength(2))
})
