import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openActions } from '../support/panel/list-controls'
import { openCreate, openEdit, openList, openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const stamps = { createdAt: '2024-01-15T09:00:00Z', updatedAt: '2024-02-01T09:00:00Z' }
const lowFile = { ref: 'files/f9', label: 'low.mp4', size: 9, contentType: 'video/mp4' }
const videoRow = (more: Row = {}): Row => ({
  uid: 'w1',
  name: 'Harbour 360',
  company: ownCompany,
  pending: false,
  lowFile,
  ...stamps,
  ...more,
})

const openVideo = (row: Row = {}) => {
  const api = fakeApi({ videos: [videoRow(row)] })
  api.answering('GET /dl2/videos/w1/lowFile', () => ({ url: 'http://localhost/parse/blob/f9' }))
  return openShow('videos', 'w1', { api })
}

describe('a 360° video', () => {
  it('plays a 360° video with a URL that is not counted as a download', async () => {
    const { api } = await openVideo()
    const player = await screen.findByLabelText('Player of Harbour 360')
    expect(player).toHaveAttribute('src', 'http://localhost/parse/blob/f9')
    expect(player).toHaveAttribute('controls')
    expect(api.calls.some(({ path }) => path.startsWith('/dl/'))).toBe(false)
  })

  it('shows fields of a video only when they have a value', async () => {
    const terms = () => screen.getAllByRole('term').map(term => term.textContent)
    const plain = await openVideo()
    await screen.findByLabelText('Player of Harbour 360')
    expect(terms()).toEqual(expect.arrayContaining(['Company', 'Created']))
    expect(terms().filter(term => ['5K file', 'Bitrate (Mbit/s)'].includes(term ?? ''))).toEqual([])
    plain.unmount()
    await openVideo({ file5K: { ...lowFile, label: 'large.mp4' }, bitrate: 120 })
    expect(await screen.findByText(/^large\.mp4/)).toBeVisible()
    expect(terms()).toEqual(expect.arrayContaining(['5K file', 'Bitrate (Mbit/s)']))
  })

  it('shows that a pending video can be played once it is processed', async () => {
    const { api } = await openVideo({ pending: true, lowFile: null })
    expect(await screen.findByText('The video can be played once it is processed.')).toBeVisible()
    expect(api.to('GET /dl2/videos/w1/lowFile')).toEqual([])
  })

  it.each([
    [{ pending: true, status: 'pending' }, 'Only when the 360 video is completed'],
    [{ pending: true, status: 'ko' }, 'This 360 video could not be prepared'],
    [{ width: 640, height: 360, duration: 9 }, 'Not a 360° video: it is not twice as wide as it is high'],
  ])('disables creating a 3D video from a video with %j, with the reason', async (facts, reason) => {
    const { user } = await openVideo(facts)
    const menu = await openActions(user)
    const make = await menu.findByRole('menuitem', { name: /^Create a 3D video/ })
    expect(make).toHaveAttribute('aria-disabled', 'true')
    expect(make).toHaveTextContent(reason)
  })

  it('offers to create a 3D video from an equirectangular video', async () => {
    await openVideo({ width: 640, height: 320, duration: 9 })
    expect(await screen.findByRole('link', { name: 'Create a 3D video' })).toBeVisible()
  })

  it('shows no value for the shape of a video until it is probed', async () => {
    const shape = async () =>
      (await screen.findByText('360° picture (2:1)')).nextElementSibling?.innerHTML ?? ''
    const pending = await openVideo({ pending: true, equirectangular: false })
    expect(await shape()).toContain('No value')
    pending.unmount()
    await openVideo({ width: 640, height: 360, equirectangular: false })
    await waitFor(async () => expect(await shape()).toContain('No'))
    expect(await shape()).not.toContain('No value')
  })

  it('shows the media error when playback fails, and retries', async () => {
    const { user, api } = await openVideo()
    const player = await screen.findByLabelText('Player of Harbour 360')
    Object.defineProperty(player, 'error', { value: { code: 4, message: 'no decoder' } })
    fireEvent.error(player)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The video cannot be played: the file is missing, or this browser does not play its format (no decoder)',
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByLabelText('Player of Harbour 360')
    expect(api.to('GET /dl2/videos/w1/lowFile')).toHaveLength(2)
  })

  it('shows why the server refused the URL of a video', async () => {
    const api = fakeApi({ videos: [videoRow()] })
    api.answering('GET /dl2/videos/w1/lowFile', refusing(404, 'not_found'))
    await openShow('videos', 'w1', { api })
    expect(await screen.findByRole('alert')).toHaveTextContent('This record does not exist')
  })
})

describe('adding a 360° video', () => {
  it.each([
    ['with rows', [videoRow()]],
    ['without rows', []],
  ] as const)('offers three ways in a list %s, each with when to use it', async (_what, videos) => {
    const { user } = await openList('videos', '', { api: fakeApi({ videos }) })
    const [add] = await screen.findAllByRole('button', { name: 'Add a video' })
    if (add) await user.click(add)
    const menu = within(await screen.findByRole('menu', { name: 'Add a video' }))
    const upload = await menu.findByRole('menuitem', { name: /^Upload a 360° video.*already/ })
    expect(upload).toHaveAttribute('href', '/video360/create')
    expect(menu.getByRole('menuitem', { name: /^Join camera files.*two lenses/ })).toHaveAttribute(
      'href',
      '/video360/job',
    )
    expect(menu.getByRole('menuitem', { name: /^Upload several.*several files at once/ })).toBeVisible()
    await waitFor(() => expect(menu.getAllByRole('menuitem')[0]).toHaveFocus())
    // The heading and the empty list offer the same.
    expect(screen.getAllByText('Add a video')).toHaveLength(videos.length > 0 ? 1 : 2)
  })
})

const file = {
  ref: 'files/f3',
  label: 'setup.exe',
  size: 12_000_000,
  contentType: 'application/x-msdownload',
}
const downloadRow: Row = {
  uid: 'd1',
  name: 'Studio',
  version: '5.1',
  file,
  accessible: true,
  status: 'active',
  downloadCount: 4,
  ...stamps,
}

describe('an installer', () => {
  it('shows the file of an installer with a download button', async () => {
    await openShow('downloads', 'd1', { api: fakeApi({ downloads: [downloadRow] }) })
    expect(await screen.findByText('setup.exe')).toBeVisible()
    expect(screen.getByText('12 MB · application/x-msdownload')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download the file' })).toBeEnabled()
    expect(screen.getByText('v5.1')).toBeVisible()
  })

  it('accepts only files for Windows as installer', async () => {
    const { user } = await openCreate('downloads')
    const input = await screen.findByLabelText('Installer')
    expect(input).toHaveAttribute('accept', 'application/x-msdownload,.exe')
    fireEvent.change(input, {
      target: { files: [new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' })] },
    })
    expect(await screen.findByText(/^The file format 'application\/pdf' is not acceptable/)).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Studio')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please correct the errors in the following fields:')).toBeVisible()
  })

  it('an installer’s file can be replaced but not removed', async () => {
    const { user, api } = await openEdit('downloads', 'd1', { api: fakeApi({ downloads: [downloadRow] }) })
    await user.click(await screen.findByRole('button', { name: 'Remove the file' }))
    expect(screen.getByLabelText('Installer')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Installer'))
    expect(api.to('PATCH /downloads/d1')).toEqual([])
  })
})
