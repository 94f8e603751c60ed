import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row } from '../support/panel/fake-api'
import { openEdit, openShow, type ScreenOptions } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const templateRow: Row = {
  uid: 't1',
  name: 'Invitation',
  type: 'email',
  action: 'invite',
  active: true,
  subject: { en: '<p>Welcome</p>', fr: '<p>Bienvenue</p>' },
  content: { en: '<p>Hello <strong>you</strong></p>' },
  createdAt: '2024-01-15T09:00:00Z',
  updatedAt: '2024-02-01T09:00:00Z',
}

const open = (row: Row = {}, options: ScreenOptions = {}) =>
  openEdit('templates', 't1', { api: fakeApi({ templates: [{ ...templateRow, ...row }] }), ...options })

const field = async (name: string) => within(await screen.findByRole('group', { name }))
const buttons = (place: Awaited<ReturnType<typeof field>>) =>
  within(place.getByRole('toolbar'))
    .getAllByRole('button')
    .filter(button => button.getAttribute('value') !== 'code')
    .map(button => button.getAttribute('aria-label'))

describe('a rich text input', () => {
  it('shows a tab per language, with accessible names that state filled ones', async () => {
    const { user } = await open()
    const subject = await field('Subject')
    expect(subject.getByRole('textbox', { name: 'Subject (English)' })).toHaveTextContent('Welcome')
    await user.click(subject.getByRole('tab', { name: /French/ }))
    expect(subject.getByRole('textbox', { name: 'Subject (French)' })).toHaveTextContent('Bienvenue')
    await user.click(subject.getByRole('tab', { name: /English/ }))
    expect(subject.getByRole('textbox', { name: 'Subject (English)' })).toHaveTextContent('Welcome')
    expect(subject.getByRole('tab', { name: 'French, filled in' })).toBeVisible()
    expect(subject.getByRole('tab', { name: 'Spanish' })).toBeVisible()
  })

  it('Ctrl+K inserts a link in the editor and does not open the command palette', async () => {
    await open()
    const text = (await field('Content')).getByRole('textbox', { name: 'Content (English)' })
    // fireEvent returns false: the default was prevented, so the palette’s shortcut ignores the event.
    expect(fireEvent.keyDown(text, { key: 'K', code: 'KeyK', ctrlKey: true })).toBe(false)
    expect(await screen.findByRole('textbox', { name: 'Address of the link' })).toBeVisible()
  })

  it('offers the formats that the field supports, in the user’s language', async () => {
    await open({}, { language: 'fr' })
    const plain = ['Gras', 'Italique', 'Souligné', 'Barré']
    expect(buttons(await field('Objet'))).toEqual([...plain, 'Effacer la mise en forme'])
    const content = await field('Contenu')
    expect(content.getByRole('combobox', { name: /niveau/i })).toHaveTextContent('Normal')
    expect(content.queryByRole('listitem')).toBeNull()
    expect(buttons(content)).toEqual([
      ...plain,
      'Liste à puces',
      'Liste numérotée',
      'Ajouter un lien',
      'Effacer la mise en forme',
    ])
  })

  it('sends no rich text that is unchanged after switching tabs', async () => {
    const { user, api } = await open()
    const subject = await field('Subject')
    await user.click(subject.getByRole('tab', { name: /Spanish/ }))
    await user.type(screen.getByRole('textbox', { name: /Name/ }), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.to('PATCH /templates/t1')).toHaveLength(1))
    expect(api.to('PATCH /templates/t1')[0]?.json).toEqual({
      name: 'Invitation 2',
      updatedAt: '2024-02-01T09:00:00Z',
    })
  })

  it('never runs or shows a script in the editor or on the record’s page', async () => {
    const nasty =
      '<p>Fine<script>document.title="run"</script><img src="x" onerror="document.title=\'run\'"></p>'
    const { unmount } = await open({ content: { en: nasty } })
    const editor = (await field('Content')).getByRole('textbox')
    expect(editor).toHaveTextContent('Fine')
    expect(editor.querySelector('script, img:not(.ProseMirror-separator)')).toBeNull()
    unmount()
    await openShow('templates', 't1', {
      api: fakeApi({
        templates: [{ ...templateRow, content: { en: `${nasty}<a href="javascript:alert(1)">go</a>` } }],
      }),
    })
    const shown = await screen.findByText('Fine')
    expect(document.querySelector('dd script, dd img')).toBeNull()
    expect(shown).toBeVisible()
    expect(screen.getByText('go')).not.toHaveAttribute('href')
    expect(document.title).not.toBe('run')
  })
})
