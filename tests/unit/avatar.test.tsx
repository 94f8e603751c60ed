import { fireEvent, render, screen } from '@testing-library/react'
import { CreateBase, Form } from 'react-admin'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pictureBytes } from '~/model/pictures'
import { users } from '~/model/resources/users'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { PictureInput } from '~/src/admin/form/picture-input'
import { Avatar } from '~/src/ui/avatar'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const shown = (address?: string) => {
  const { container } = render(<Avatar uid="u1" name="Grace Hopper" address={address} size={28} />)
  return { avatar: container.firstElementChild, image: container.querySelector('img') }
}

describe('an avatar', () => {
  it('shows the initials of a record without a picture', () => {
    const { avatar, image } = shown()
    expect(avatar).toHaveTextContent('GH')
    expect(avatar).toHaveAttribute('aria-hidden', 'true')
    expect(avatar).toHaveStyle({ width: '28px', height: '28px' })
    expect(image).toBeNull()
  })

  it('loads a picture lazily at its final size, with an empty alternative text', () => {
    const { avatar, image } = shown('/parse/blob/f1/picture.webp')
    expect(avatar).toHaveTextContent('')
    for (const [name, value] of Object.entries({ alt: '', width: '28', height: '28', loading: 'lazy' }))
      expect(image).toHaveAttribute(name, value)
  })

  it('shows initials once a picture fails to load', () => {
    const { avatar, image } = shown('/gone')
    fireEvent.error(image ?? document)
    expect(avatar).toHaveTextContent('GH')
  })

  it('loads no picture from a script URL', () => {
    expect(shown('javascript:alert(1)').image).toBeNull()
  })
})

const line = vi.hoisted(() => ({ startTransfer: vi.fn(), dropUpload: vi.fn(async () => undefined) }))
vi.mock('~/src/upload/transfer', () => line)

beforeEach(() => {
  vi.clearAllMocks()
})

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, ...new Uint8Array(500)])

const openInput = async () => {
  await renderScreen(
    <FormStateProvider>
      <CreateBase resource="users">
        <Form record={{ id: 'u1', firstname: 'Grace', lastname: 'Hopper' }}>
          <PictureInput source="picture" label="resources.users.fields.picture" resource={users} />
        </Form>
      </CreateBase>
    </FormStateProvider>,
    { api: fakeApi() },
  )
  return screen.findByLabelText('Picture')
}

describe('the input of a picture', () => {
  it('previews the initials of the name before a file is chosen', async () => {
    await openInput()
    expect(screen.getByText('GH')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })

  it.each([
    ['a GIF', new File(['GIF89a'], 'me.gif', { type: 'image/gif' }), /is not acceptable/],
    ['a drawing', new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }), /is not acceptable/],
    [
      'a picture of more than 5 MB',
      new File([jpeg, new Uint8Array(pictureBytes)], 'me.jpg', { type: 'image/jpeg' }),
      /larger than 5 MB/,
    ],
  ])('refuses %s as a picture before anything is sent, with the remedy', async (_, file, message) => {
    fireEvent.change(await openInput(), { target: { files: [file] } })
    expect(await screen.findByText(message)).toBeVisible()
    expect(line.startTransfer).not.toHaveBeenCalled()
  })

  it('uploads a JPEG that is chosen as a picture', async () => {
    const file = new File([jpeg], 'me.jpg', { type: 'image/jpeg' })
    fireEvent.change(await openInput(), { target: { files: [file] } })
    await vi.waitFor(() => expect(line.startTransfer).toHaveBeenCalled())
    expect(screen.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  })
})
