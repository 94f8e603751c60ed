import { act, screen, waitFor } from '@testing-library/react'
import { Form, required } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { FileDescriptor } from '~/model/fields'
import { AdminConfigProvider } from '~/src/admin/admin-config'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import type { TransferEvents, Uploader } from '~/src/api/uploader'
import { useCameraFiles } from '~/src/features/videos/camera-files-input'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'
import { mp4File } from '../support/video/media-files'

freshBrowser()

const names = { front: 'VID_20260101_120000_00_001.insv', back: 'VID_20260101_120000_10_001.insv' }

let film: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  film = Uint8Array.from((await mp4File()).bytes)
})

/** The recording of one lens. */
const lensFile = (name: string) => new File([film], name)

type Begun = { readonly name: string; readonly events: TransferEvents; readonly cancel: () => Promise<void> }

/** The file choice in a form, with an uploader whose transfers the test completes. */
const choosing = async (values: Readonly<Record<string, unknown>> = {}) => {
  const begun: Begun[] = []
  const dropped: string[] = []
  const uploader: Uploader = {
    start: async ({ name }, events) => {
      const cancel = vi.fn(async () => undefined)
      begun.push({ name, events, cancel })
      return { pause: vi.fn(), resume: vi.fn(), cancel, release: vi.fn() }
    },
    describe: async address => ({ ref: address }) as FileDescriptor,
    drop: async address => void dropped.push(address),
  }
  const seen = { uploading: false, values: (): unknown => undefined }
  let choice: ReturnType<typeof useCameraFiles> | undefined
  const Choice = () => {
    choice = useCameraFiles([required()])
    seen.uploading = useFormStatus().uploading
    const { getValues } = useFormContext()
    seen.values = () => getValues()
    return <p>Chosen here</p>
  }
  const config = { offers: () => false, slots: {}, uploadTarget: vi.fn(), uploader: async () => uploader }
  await renderScreen(
    <AdminConfigProvider config={config}>
      <FormStateProvider>
        <Form defaultValues={values}>
          <Choice />
        </Form>
      </FormStateProvider>
    </AdminConfigProvider>,
  )
  await screen.findByText('Chosen here')
  const now = () => {
    if (!choice) throw new Error('Not shown')
    return choice
  }
  const take = (...files: readonly File[]) => act(() => now().take(files))
  const arrive = async (name: string) => {
    await act(async () => begun.find(each => each.name === name)?.events.onSent(`files/${name}`))
    await waitFor(() =>
      expect(now().lenses.map(({ value }) => value)).toContainEqual({ ref: `files/${name}` }),
    )
  }
  return { begun, dropped, seen, now, take, arrive, sent: () => begun.map(({ name }) => name) }
}

describe('camera files', () => {
  it('sends both camera files at the same time, front first, in whatever order they were chosen', async () => {
    const { take, sent, seen, now, arrive } = await choosing()
    await take(lensFile(names.back), lensFile(names.front))
    expect(sent()).toEqual([names.front, names.back])
    expect(now()).toMatchObject({ held: null, refusal: null })
    expect(seen.uploading).toBe(true)
    await arrive(names.back)
    expect(seen.uploading).toBe(true)
    await arrive(names.front)
    await waitFor(() => expect(seen.uploading).toBe(false))
    expect(seen.values()).toMatchObject({
      insv1: { ref: `files/${names.front}` },
      insv2: { ref: `files/${names.back}` },
    })
  })

  it('holds the first camera file until the second is chosen', async () => {
    const { take, sent, seen, now } = await choosing()
    const back = lensFile(names.back)
    await take(back)
    expect(now()).toMatchObject({ held: back, refusal: null })
    expect(sent()).toEqual([])
    expect(seen.uploading).toBe(false)
    await take(lensFile(names.front))
    expect(sent()).toEqual([names.front, names.back])
    expect(now().held).toBeNull()
  })

  it.each([
    ['unnamed', {}, 'VID_20260101_120000_001'],
    ['with an empty name', { name: '' }, 'VID_20260101_120000_001'],
    ['named by the user', { name: 'Quay' }, 'Quay'],
  ])('names a video %s after its pair of camera files: %j becomes %s', async (_, values, name) => {
    const { take, seen } = await choosing(values)
    await take(lensFile(names.front))
    expect(seen.values()).not.toMatchObject({ name: 'VID_20260101_120000_001' })
    await take(lensFile(names.back))
    expect(seen.values()).toMatchObject({ name })
  })
})

describe('rejected camera files', () => {
  const another = 'VID_20260101_130000_10_002.insv'

  it.each([
    [
      'of different recordings',
      [names.front, another],
      'These are not two files of one recording: their names',
    ],
    [
      'the same twice',
      [names.front, names.front],
      'The two files are identical. Send the front and the back.',
    ],
    ['too many', [names.front, names.back, another], 'Select exactly two files'],
  ])('rejects camera files that are %s: %j', async (_, chosen, reason) => {
    const { take, sent, seen, now } = await choosing()
    await take(...chosen.map(lensFile))
    expect(now().refusal).toContain(reason)
    expect(now().held).toBeNull()
    expect(sent()).toEqual([])
    expect(seen.values()).not.toHaveProperty('name')
  })

  it('the message names the camera file that is invalid', async () => {
    const { take, now } = await choosing()
    await take(lensFile(names.front), new File(['no film'], names.back))
    expect(now().refusal).toMatch(new RegExp(`^${names.back}: The file is not a readable video`))
  })

  it.each([
    ['its media type', new File(['x'], 'photo.jpg', { type: 'image/jpeg' }), 'image/jpeg'],
    ['its extension when the browser knows no media type', new File(['x'], 'film.xyz'), 'xyz'],
    ['its name when it has no extension', new File(['x'], 'film'), 'film'],
  ])('a rejected format is named by %s', async (_, file, format) => {
    const { take, now, sent } = await choosing()
    await take(file, lensFile(names.back))
    expect(now().refusal).toBe(`The file format '${format}' is not acceptable`)
    expect(sent()).toEqual([])
  })

  it('the next choice of camera files clears the rejection', async () => {
    const { take, now, sent } = await choosing()
    await take(lensFile(names.front), lensFile(another))
    await take(lensFile(names.front), lensFile(names.back))
    expect(now().refusal).toBeNull()
    expect(sent()).toEqual([names.front, names.back])
  })
})

describe('first file of a pair', () => {
  it('keeps the first camera file when the second is rejected', async () => {
    const { take, now, sent } = await choosing()
    const front = lensFile(names.front)
    await take(front)
    await take(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
    expect(now()).toMatchObject({ held: front, refusal: expect.stringContaining('image/jpeg') })
    await take(lensFile(names.back))
    expect(sent()).toEqual([names.front, names.back])
    expect(now()).toMatchObject({ held: null, refusal: null })
  })

  it('pairs two files that are added while the first is still checked', async () => {
    const { now, sent } = await choosing()
    await act(async () => {
      void now().take([lensFile(names.back)])
      await now().take([lensFile(names.front)])
    })
    expect(sent()).toEqual([names.front, names.back])
    expect(now().held).toBeNull()
  })

  it('sends a pair of camera files once when it is added twice', async () => {
    const { now, sent } = await choosing()
    const pair = [lensFile(names.front), lensFile(names.back)]
    await act(async () => {
      void now().take(pair)
      await now().take(pair)
    })
    expect(sent()).toEqual([names.front, names.back])
  })

  it('drops a file when the choice is cleared while the file is checked', async () => {
    const { now } = await choosing()
    await act(async () => {
      const judged = now().take([lensFile(names.front)])
      now().clear()
      await judged
    })
    expect(now()).toMatchObject({ held: null, refusal: null })
  })
})

describe('clearing the choice', () => {
  it('clearing the choice drops the held file and the rejection', async () => {
    const { take, now } = await choosing()
    await take(lensFile(names.front))
    act(() => now().clear())
    expect(now().held).toBeNull()
    await take(new File(['x'], 'film.xyz'))
    act(() => now().clear())
    expect(now().refusal).toBeNull()
  })

  it('clearing the choice cancels running uploads and removes finished ones', async () => {
    const { take, arrive, now, begun, dropped, seen } = await choosing()
    await take(lensFile(names.front), lensFile(names.back))
    await arrive(names.front)
    act(() => now().clear())
    await waitFor(() => expect(dropped).toEqual([`files/${names.front}`]))
    expect(begun.map(({ cancel }) => vi.mocked(cancel).mock.calls.length)).toEqual([0, 1])
    expect(seen.values()).toMatchObject({ insv1: null, insv2: null })
    expect(seen.uploading).toBe(false)
  })

  it('another pair can be chosen after the choice is cleared', async () => {
    const { take, arrive, now, sent, seen } = await choosing()
    await take(lensFile(names.front), lensFile(names.back))
    act(() => now().clear())
    await take(lensFile('Walk_00_1.insv'), lensFile('Walk_10_1.insv'))
    expect(sent().slice(2)).toEqual(['Walk_00_1.insv', 'Walk_10_1.insv'])
    await arrive('Walk_00_1.insv')
    expect(seen.values()).toMatchObject({ insv1: { ref: 'files/Walk_00_1.insv' } })
  })
})

describe('failed upload of one file', () => {
  it('shows a failed upload on its lens while the other continues', async () => {
    const { take, begun, now, seen } = await choosing()
    await take(lensFile(names.front), lensFile(names.back))
    await act(async () => begun[1]?.events.onFailed(new Error('Broken line')))
    const states = now().lenses.map(({ upload, busy }) => [upload.state.status, busy])
    expect(states).toEqual([
      ['running', true],
      ['failed', false],
    ])
    expect(seen.uploading).toBe(true)
  })
})
