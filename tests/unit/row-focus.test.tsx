import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFocus } from '~/src/admin/list/row-focus'

const row = (id: string) => `<tr id="${id}"><td><a href="#${id}">${id}</a></td></tr>`
const table = (...ids: readonly string[]) => `<table><tbody>${ids.map(row).join('')}</tbody></table>`
const skeleton = '<div data-skeleton></div>'

const list = () => document.querySelector<HTMLElement>('section') as HTMLElement
const linkIn = (id: string) => document.querySelector<HTMLElement>(`#${id} :is(a, button)`)
const focused = () => document.activeElement?.textContent

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = `<main><h1>Companies</h1><section>${table('a', 'b')}</section><button>Next page</button></main>`
  stop = keepFocus(list())
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Waits until the MutationObserver has run and the delay for further rows has passed. */
const settle = () => vi.advanceTimersByTimeAsync(1000)

describe('the focus in a list whose records are deleted', () => {
  it('moves the focus to the next row, or to the last one', async () => {
    linkIn('a')?.focus()
    document.getElementById('a')?.remove()
    await settle()
    expect(focused()).toBe('b')
  })

  it('moves the focus to the heading when the last record is deleted', async () => {
    linkIn('b')?.focus()
    list().innerHTML = '<p>No company yet</p>'
    await settle()
    expect(focused()).toBe('Companies')
  })

  it('moves the focus to the last row of the page that replaces an empty page', async () => {
    linkIn('b')?.focus()
    list().innerHTML = table()
    await vi.advanceTimersByTimeAsync(100)
    expect(document.activeElement).toBe(document.body)
    list().innerHTML = skeleton
    await settle()
    expect(document.activeElement).toBe(document.body)
    list().innerHTML = table('y', 'z')
    await settle()
    expect(focused()).toBe('z')
  })

  it('moves the focus to the next card when records are shown as cards', async () => {
    const card = (id: string) => `<div data-record id="${id}"><button>${id}</button></div>`
    list().innerHTML = card('c') + card('d')
    linkIn('c')?.focus()
    document.getElementById('c')?.remove()
    await settle()
    expect(focused()).toBe('d')
  })

  it('leaves the focus where the user has moved it', async () => {
    linkIn('a')?.focus()
    const next = document.querySelector<HTMLElement>('main > button')
    next?.focus()
    next?.blur()
    document.getElementById('a')?.remove()
    await settle()
    expect(document.activeElement).toBe(document.body)
  })
})
