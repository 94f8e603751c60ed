import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openEdit } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'

freshBrowser()

const openUser = async (language: 'en' | 'fr' | 'es' = 'en') => {
  const opened = await openEdit('users', 'u1', { language, api: fakeApi({ users: [userRow()] }) })
  const confirmation = await screen.findByLabelText(/\((confirmation|confirmación)\)$/)
  const password = document.querySelector<HTMLInputElement>('input[name=password]')
  if (!password) throw new Error('there is no password field')
  const type = async (one: string, other: string) => {
    if (one) await opened.user.type(password, one)
    if (other) await opened.user.type(confirmation, other)
    await opened.user.tab()
  }
  const save = async () => opened.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...opened, password, confirmation, type, save }
}

describe('password and confirmation', () => {
  it.each([
    ['en', 'Passwords mismatch'],
    ['fr', 'Les mots de passe diffèrent'],
  ] as const)(
    'shows in %s on blur that the passwords differ, and clears the confirmation',
    async (language, text) => {
      const { password, confirmation, type } = await openUser(language)
      await type('secret1', 'secret2')
      expect(await screen.findByText(text)).toBeVisible()
      expect(confirmation).toHaveValue('')
      expect(confirmation).toBeInvalid()
      expect(password).toHaveValue('secret1')
    },
  )

  it('compares the passwords again when the first one changes', async () => {
    const { user, password, confirmation, type } = await openUser()
    await type('secret1', 'secret1')
    expect(confirmation).toHaveValue('secret1')
    await user.type(password, '!')
    await user.tab()
    expect(await screen.findByText('Passwords mismatch')).toBeVisible()
    expect(confirmation).toHaveValue('')
  })

  it('an empty confirmation is reported only on save', async () => {
    const { api, type, save } = await openUser()
    await type('secret1', '')
    expect(screen.queryByText('Passwords mismatch')).toBeNull()
    await save()
    expect(await screen.findByText('Passwords mismatch')).toBeVisible()
    expect(api.to('PATCH /users/u1')).toEqual([])
  })

  it('typing hides the error about different passwords', async () => {
    const { user, confirmation, type } = await openUser()
    await type('secret1', 'secret2')
    await screen.findByText('Passwords mismatch')
    await user.type(confirmation, 's')
    expect(screen.queryByText('Passwords mismatch')).toBeNull()
  })

  it.each([
    ['12345', 0],
    ['123456', 1],
  ])('the password “%s” is saved %i times', async (word, times) => {
    const { api, password, type, save } = await openUser()
    await type(word, word)
    await save()
    await waitFor(() =>
      expect(
        times ? api.to('PATCH /users/u1') : [password.matches(':invalid, [aria-invalid=true]')],
      ).toHaveLength(1),
    )
    if (times === 0) await waitFor(() => expect(password).toBeInvalid())
    expect(api.to('PATCH /users/u1')).toHaveLength(times)
    for (const { json } of api.to('PATCH /users/u1')) expect(json).toMatchObject({ password: word })
  })
})
