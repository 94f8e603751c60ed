import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { CreateBase, Form } from 'react-admin'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { UploadInput } from '~/src/admin/form/upload-input'
import { BackendError } from '~/src/api/backend-error'
import type { Transfer, TransferEvents } from '~/src/api/uploader'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { deferred } from '../support/process/deferred'

freshBrowser()

const line = vi.hoisted(() => ({ startTransfer: vi.fn(), dropUpload: vi.fn(async () => undefined) }))
vi.mock('~/src/upload/transfer', () => line)

const transfer: Transfer = {
  pause: vi.fn(),
  resume: vi.fn(),
  cancel: vi.fn(async () => undefined),
  release: vi.fn(),
}
const described = { ref: 'files/f1', label: 'film.mp4', size: 18_400_000, contentType: 'video/mp4' }
/** The first box of an MP4 file, followed by zeros. */
const brand = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypisom'), ...new Uint8Array(1000)])
const film = new File([brand], 'film.mp4', { type: 'video/mp4' })

let events: TransferEvents
beforeEach(() => {
  vi.clearAllMocks()
  line.startTransfer.mockImplementation(async (_: File, __: unknown, heard: TransferEvents) => {
    events = heard
    return transfer
  })
})

const Saving = () => <output>{useFormStatus().uploading ? 'saving is blocked' : 'saving is free'}</output>

const open = async (language: 'en' | 'fr' | 'es' = 'en') => {
  const api = fakeApi()
  api.answering('GET /files/f1', () => described)
  const opened = await renderScreen(
    <FormStateProvider>
      <CreateBase resource="medias">
        <Form>
          <UploadInput source="file" label="resources.medias.fields.file" accept={['video/mp4']} />
          <Saving />
        </Form>
      </CreateBase>
    </FormStateProvider>,
    { api, language },
  )
  const choose = async (file = film) =>
    fireEvent.change(await screen.findByLabelText(/^(File|Fichier)$/), { target: { files: [file] } })
  return { ...opened, choose }
}

const running = async (language: 'en' | 'fr' | 'es' = 'en') => {
  const opened = await open(language)
  await opened.choose()
  await waitFor(() => expect(line.startTransfer).toHaveBeenCalledOnce())
  return opened
}

describe('a file of the wrong type', () => {
  it.each([
    ['en', "The file format 'application/pdf' is not acceptable", 'Accepted: .mp4'],
    ['fr', 'Le format de fichier « application/pdf » n’est pas accepté', 'Formats acceptés : .mp4'],
  ] as const)(
    'refuses a file of the wrong type in %s before upload and lists accepted types',
    async (language, text, accepted) => {
      const { choose } = await open(language)
      await choose(new File(['x'], 'film.pdf', { type: 'application/pdf' }))
      expect(await screen.findByRole('alert')).toHaveTextContent(text)
      expect(screen.getByRole('alert')).toHaveTextContent(accepted)
      expect(line.startTransfer).not.toHaveBeenCalled()
      expect(screen.getByText('saving is free')).toBeVisible()
    },
  )
})

describe('a file whose content is of another type than its name', () => {
  it('refuses a file whose content is of another type before upload, naming file and types', async () => {
    const { choose } = await open('en')
    await choose(new File(['%PDF-1.7 '], 'film.mp4', { type: 'video/mp4' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "The file format 'application/pdf' is not acceptable: film.mp4 contains application/pdf, not video/mp4. Accepted: .mp4",
    )
    expect(line.startTransfer).not.toHaveBeenCalled()
  })
})

describe('the upload of a form input', () => {
  it.each([
    ['en', '3.2 / 18.4 MB · 2 MB/s · 8 s left'],
    ['fr', '3,2 / 18,4 Mo · 2 Mo/s · encore 8 s'],
  ] as const)('shows in %s the progress, speed and remaining time of an upload', async (language, text) => {
    await running(language)
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    act(() => events.onProgress(1_200_000, 18_400_000))
    now.mockReturnValue(1_001_000)
    act(() => events.onProgress(3_200_000, 18_400_000))
    now.mockRestore()
    expect(screen.getByText(text, { exact: false })).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '17')
  })

  it('shows a long remaining time in minutes', async () => {
    await running()
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    act(() => events.onProgress(0, 1_200_000_000))
    now.mockReturnValue(1_001_000)
    act(() => events.onProgress(5_000_000, 1_200_000_000))
    now.mockRestore()
    expect(screen.getByText(/5 \/ 1,200 MB · 5 MB\/s · 4 min left/)).toBeVisible()
  })

  it('blocks saving during an upload, which can be paused and resumed', async () => {
    const { user } = await running()
    expect(screen.getByText('saving is blocked')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Pause the upload' }))
    expect(transfer.pause).toHaveBeenCalledOnce()
    expect(screen.getByText(/^Upload paused ·/)).toBeVisible()
    expect(screen.getByText('saving is blocked')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Resume the upload' }))
    expect(transfer.resume).toHaveBeenCalledOnce()
    act(() => events.onWaiting())
    expect(screen.getByText(/^Waiting for the connection ·/)).toBeVisible()
  })

  it('cancels an upload and allows saving again', async () => {
    const { user } = await running()
    await user.click(screen.getByRole('button', { name: 'Cancel the upload' }))
    expect(transfer.cancel).toHaveBeenCalledOnce()
    expect(screen.getByText('Upload cancelled')).toBeVisible()
    expect(screen.getByText('saving is free')).toBeVisible()
  })

  it.each([
    ['Cancel the upload', 'cancel', 'Upload cancelled'],
    ['Pause the upload', 'pause', /^Upload paused ·/],
  ] as const)('applies “%s” to an upload that has not started yet', async (name, does, text) => {
    const begun = deferred<Transfer>()
    line.startTransfer.mockImplementation(() => begun.promise)
    const { user } = await running()
    await user.click(screen.getByRole('button', { name }))
    begun.resolve(transfer)
    await waitFor(() => expect(transfer[does]).toHaveBeenCalledOnce())
    expect(screen.getByText(text)).toBeVisible()
  })

  it('shows the uploaded file’s descriptor; removing it deletes the upload on the server', async () => {
    const { user } = await running()
    act(() => void events.onSent('http://localhost/parse/files/f1'))
    expect(await screen.findByText('18.4 MB · video/mp4')).toBeVisible()
    expect(await screen.findByText('Upload completed film.mp4')).toHaveRole('status')
    await user.click(screen.getByRole('button', { name: 'Remove the file' }))
    expect(await screen.findByText('Choose a file')).toBeVisible()
    await waitFor(() =>
      expect(line.dropUpload).toHaveBeenCalledWith('http://localhost/parse/files/f1', expect.anything()),
    )
  })

  it('retries a failed descriptor request without sending the file again', async () => {
    const { api } = await running()
    const answers = [refusing(503, 'unavailable'), refusing(0, 'unreachable'), () => described]
    api.answering('GET /files/f1', () => answers.shift()?.())
    act(() => void events.onSent('http://localhost/parse/files/f1'))
    expect(await screen.findByText(/^Waiting for the connection ·/)).toBeVisible()
    expect(await screen.findByText('18.4 MB · video/mp4')).toBeVisible()
    expect(line.startTransfer).toHaveBeenCalledOnce()
  })

  it('shows the server’s error of a failed upload and allows saving', async () => {
    await running()
    act(() => events.onFailed(new BackendError(413, 'too_large', 'Too big for us')))
    expect(screen.getByRole('alert')).toHaveTextContent('Server upload error: Too big for us')
    expect(screen.getByText('saving is free')).toBeVisible()
  })

  it('shows that an upload was resumed where it had stopped', async () => {
    await running()
    act(() => events.onResumed())
    expect(screen.getByText('Resumed where it had stopped.')).toBeVisible()
  })
})
