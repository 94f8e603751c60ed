import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFocus } from '~/src/admin/list/row-focus'
import { followKeys } from '~/src/admin/list/row-keys'

const rows = ['a', 'b', 'c'].map(id => `<tr id="${id}"><td><a href="#${id}">${id}</a></td></tr>`)

beforeEach(() => {
  document.body.innerHTML = `<div><table><tbody>${rows.join('')}</tbody></table><button>Other</button></div>`
  const table = document.querySelector('table') as HTMLTableElement
  const ends = [followKeys(table, () => []), keepFocus(table)]
  return () => {
    for (const end of ends) end()
  }
})

const linkIn = (id: string) => document.querySelector<HTMLElement>(`#${id} a`)
const remove = (id: string) => document.getElementById(id)?.remove()
const focused = () => document.activeElement?.textContent
/** Waits until the MutationObserver has run. */
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('the focus in the rows of a list', () => {
  it('moves the focus to the row that replaces a deleted one, or to the last row', async () => {
    linkIn('b')?.focus()
    remove('b')
    await vi.waitFor(() => expect(focused()).toBe('c'))
    remove('c')
    await vi.waitFor(() => expect(focused()).toBe('a'))
  })

  it('moves the focus to the next row when a dialog closes after the row was deleted', async () => {
    linkIn('b')?.focus()
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.innerHTML = '<div role="dialog"><button>Delete</button></div>'
    const button = dialog.querySelector('button')
    button?.focus()
    button?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    remove('b')
    await settled()
    expect(focused()).toBe('Delete')
    dialog.remove()
    await vi.waitFor(() => expect(focused()).toBe('c'))
  })

  it('leaves the focus on the page after a click elsewhere', async () => {
    linkIn('b')?.focus()
    linkIn('b')?.blur()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    remove('b')
    await settled()
    expect(document.activeElement).toBe(document.body)
  })
})
