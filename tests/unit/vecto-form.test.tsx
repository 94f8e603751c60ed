import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { VectoPage } from '~/src/features/vectos/create/vecto-page'
import { ownCompany } from '~/tests/support/server/person'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, type Row } from '../support/panel/fake-api'
import { vectoRow } from '../support/panel/nested-rows'
import { renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const video = {
  ...{ uid: 'w1', name: 'Harbour 360', company: ownCompany, status: 'completed', pending: false },
  ...{ width: 3840, height: 1920, duration: 12, framerate: 30, equirectangular: true, shape: 'sphere' },
}

const rowsOf = (newest: Row | undefined) => ({
  videos: [video],
  videos3d: [
    ...(newest ? [vectoRow({ uid: 's9', ...newest })] : []),
    vectoRow({ uid: 's8', company: { ref: 'companies/other', label: 'Other' }, cameraHeight: 19 }),
  ],
})

const openForm = async (newest?: Row, options: ScreenOptions = {}) => {
  const api = fakeApi(rowsOf(newest))
  api.answering('POST /videos3d', ({ json }) => ({ uid: 's1', ...(json as Row) }))
  const at = '/video360/vecto/w1'
  const opened = await renderScreen(<VectoPage />, { path: '/video360/vecto/:id', at, api, ...options })
  return { ...opened, api }
}

const heightField = (name: RegExp = /Camera height/) => screen.findByRole('spinbutton', { name })

const send = async ({ user }: Awaited<ReturnType<typeof openForm>>) => {
  await user.type(screen.getByRole('textbox', { name: /Name/ }), 'Quay')
  await user.click(screen.getByRole('button', { name: 'Create the 3D video' }))
}

const sent = ({ api }: Awaited<ReturnType<typeof openForm>>) => api.to('POST /videos3d')[0]?.json

describe('the camera height in the form of a 3D video', () => {
  it('the camera height is empty without an earlier order of the company, explained, and sent as typed', async () => {
    const opened = await openForm()
    const field = await heightField()
    expect(field).toHaveValue('')
    screen.getByText(/Height of the camera above the ground in metres, from 0.2 to 20/)
    await opened.user.type(field, '2.75')
    await send(opened)
    await waitFor(() => expect(sent(opened)).toMatchObject({ name: 'Quay', cameraHeight: 2.75 }))
  })

  it('the form suggests the camera height of the company’s newest 3D video, which can be cleared', async () => {
    const opened = await openForm({ cameraHeight: 3 })
    const field = await heightField()
    expect(field).toHaveValue('3')
    const asked = opened.api.calls.filter(({ path }) => path === '/videos3d').map(askedOf)
    expect(asked).toMatchObject([
      { q: { company: ownCompany.ref }, batch: 1, fsort: 'createdAt', osort: 'desc' },
    ])
    await opened.user.clear(field)
    await send(opened)
    await waitFor(() => expect(sent(opened)).toMatchObject({ name: 'Quay' }))
    expect(sent(opened)).not.toHaveProperty('cameraHeight')
  })

  it('the form suggests no camera height if the newest order had none', async () => {
    await openForm({ cameraHeight: null })
    expect(await heightField()).toHaveValue('')
  })

  it('the form takes over the camera height of an earlier 3D video instead of the last order', async () => {
    const at = '/video360/vecto/w1?from=s1'
    for (const [cameraHeight, shown] of [
      [0.5, '0.5'],
      [null, ''],
    ] as const) {
      const api = fakeApi(rowsOf({ cameraHeight: 3 }))
      api.answering('GET /videos/w1/vectos/s1', () => vectoRow({ cameraHeight }))
      const { unmount } = await openForm(undefined, { at, api })
      expect(await heightField()).toHaveValue(shown)
      unmount()
    }
  })

  it.each([
    ['0', 'Must be at least 0.2'],
    ['-1', 'Must be at least 0.2'],
    ['1000000000', 'Must be 20 or less'],
    ['abc', 'Enter a number in digits, such as 1000.5.'],
    ['NaN', 'Enter a number in digits, such as 1000.5.'],
  ])('refuses the camera height “%s” with the reason, and sends nothing', async (typed, reason) => {
    const opened = await openForm()
    await opened.user.type(await heightField(), typed)
    await send(opened)
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
    expect(sent(opened)).toBeUndefined()
  })

  it.each([
    ['fr', /Hauteur de la caméra/, /Hauteur de la caméra au-dessus du sol en mètres, de 0,2 à 20/],
    ['es', /Altura de la cámara/, /Altura de la cámara sobre el suelo en metros, de 0,2 a 20/],
  ] as const)('explains the camera height in the language %s', async (language, name, help) => {
    await openForm({ cameraHeight: 0.5 }, { language })
    expect(await heightField(name)).toHaveValue('0,5')
    screen.getByText(help)
  })
})
