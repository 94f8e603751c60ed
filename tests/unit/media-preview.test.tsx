import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { openShow } from '../support/panel/render-screen'
import { mediaRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const url = 'http://localhost/parse/blob/f1'

const openMedia = async (contentType: string, answer: () => unknown = () => ({ url })) => {
  const file = { ref: 'files/f1', label: 'sunset', size: 2_500_000, contentType }
  const api = fakeApi({ medias: [mediaRow({ contentType, file })] })
  api.answering('GET /dl2/medias/m1/file', answer)
  const opened = await openShow('medias', 'm1', { api })
  await screen.findByText(`2.5 MB · ${contentType}`)
  return opened
}

const asked = ({ api }: Awaited<ReturnType<typeof openMedia>>) => api.to('GET /dl2/medias/m1/file').length

describe('the page of a media', () => {
  it('shows an image', async () => {
    await openMedia('image/png')
    expect(await screen.findByRole('img', { name: 'Sunset' })).toHaveAttribute('src', url)
  })

  it.each(['video/mp4', 'audio/mpeg'])('plays %s', async type => {
    await openMedia(type)
    const player = await screen.findByLabelText('Sunset')
    expect(player).toHaveAttribute('src', url)
    expect(player).toHaveAttribute('controls')
  })

  it('shows a PDF', async () => {
    await openMedia('application/pdf')
    await waitFor(() => expect(document.querySelector('iframe[title=Sunset]')).toHaveAttribute('src', url))
  })

  it('sends no request for a file that the browser cannot show', async () => {
    expect(asked(await openMedia('image/svg+xml'))).toBe(0)
    expect(asked(await openMedia('application/zip'))).toBe(0)
  })

  it('falls back to the thumbnail of an image that the browser cannot decode', async () => {
    await openMedia('image/jpeg')
    fireEvent.error(await screen.findByRole('img', { name: 'Sunset' }))
    expect(screen.queryByRole('img', { name: 'Sunset' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Download the file' })).toBeEnabled()
  })

  it('falls back to the thumbnail when the file is missing', async () => {
    await openMedia('image/jpeg', refusing(404, 'not_found'))
    expect(await screen.findByRole('button', { name: 'Download the file' })).toBeEnabled()
    expect(screen.queryByRole('img', { name: 'Sunset' })).toBeNull()
  })
})
