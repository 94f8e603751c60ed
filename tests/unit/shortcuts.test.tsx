import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { followKeys } from '~/src/admin/list/row-keys'
import { ShortcutsDialog } from '~/src/app/commands/shortcuts-dialog'
import { TimeInput } from '~/src/features/vectos/create/range-selector'
import { latinKey, useShortcut } from '~/src/ui/keys'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const Listening = ({ onSlash, onPalette }: { onSlash: () => void; onPalette: () => void }) => {
  useShortcut('/', onSlash)
  useShortcut('k', onPalette, { ctrl: true })
  return (
    <>
      <input aria-label="text" />
      <input aria-label="box" type="checkbox" />
      <input aria-label="slider" type="range" />
      <textarea aria-label="long" />
    </>
  )
}

const listen = async () => {
  const onSlash = vi.fn()
  const onPalette = vi.fn()
  await renderScreen(<Listening onSlash={onSlash} onPalette={onPalette} />)
  return { onSlash, onPalette }
}

describe('the name of a key', () => {
  it.each([
    ['K', 'KeyK', false, 'k'],
    ['л', 'KeyK', false, 'k'],
    ['κ', 'KeyK', false, 'k'],
    ['ل', 'KeyG', false, 'g'],
    ['؟', 'Slash', true, '?'],
    ['ç', 'Period', false, 'ç'],
    ['a', 'KeyQ', false, 'a'],
    ['/', 'Digit7', true, '/'],
    ['ArrowDown', 'ArrowDown', false, 'ArrowDown'],
  ])('the key %s at %s with Shift %s is named %s, as on a Latin keyboard', (key, code, shiftKey, name) => {
    expect(latinKey({ key, code, shiftKey })).toBe(name)
  })
})

describe('global shortcuts', () => {
  it.each([
    ['with Caps Lock', { key: 'K', code: 'KeyK', ctrlKey: true }],
    ['on a Cyrillic layout', { key: 'л', code: 'KeyK', ctrlKey: true }],
    ['with Command', { key: 'k', code: 'KeyK', metaKey: true }],
  ])('Ctrl+K opens the palette %s', async (_, init) => {
    const { onPalette } = await listen()
    fireEvent.keyDown(document.body, init)
    expect(onPalette).toHaveBeenCalledOnce()
  })

  it.each([
    ['with Shift as well', { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
    ['with Alt as well', { key: 'k', code: 'KeyK', ctrlKey: true, altKey: true }],
    ['during a composition', { key: 'k', code: 'KeyK', ctrlKey: true, isComposing: true }],
  ])('Ctrl+K does not open the palette %s', async (_, init) => {
    const { onPalette } = await listen()
    fireEvent.keyDown(document.body, init)
    expect(onPalette).not.toHaveBeenCalled()
  })

  it('single-key shortcuts work on checkboxes and sliders but not in text fields', async () => {
    const { onSlash } = await listen()
    for (const name of ['box', 'slider']) fireEvent.keyDown(screen.getByLabelText(name), { key: '/' })
    expect(onSlash).toHaveBeenCalledTimes(2)
    for (const name of ['text', 'long']) fireEvent.keyDown(screen.getByLabelText(name), { key: '/' })
    expect(onSlash).toHaveBeenCalledTimes(2)
  })

  it('a shortcut does nothing if the event’s default was prevented', async () => {
    const { onPalette } = await listen()
    const box = screen.getByLabelText('box')
    box.addEventListener('keydown', event => event.preventDefault())
    fireEvent.keyDown(box, { key: 'k', ctrlKey: true })
    expect(onPalette).not.toHaveBeenCalled()
  })

  it('single-key shortcuts can be turned off, while those with Ctrl still work', async () => {
    const onSlash = vi.fn()
    const onPalette = vi.fn()
    const { user } = await renderScreen(
      <>
        <Listening onSlash={onSlash} onPalette={onPalette} />
        <ShortcutsDialog onClose={() => undefined} />
      </>,
    )
    const turnOff = screen.getByRole('switch', { name: 'Shortcuts of a single key' })
    expect(turnOff).toBeChecked()
    await user.click(turnOff)
    fireEvent.keyDown(document.body, { key: '/' })
    expect(onSlash).not.toHaveBeenCalled()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    expect(onPalette).toHaveBeenCalledOnce()
    await user.click(turnOff)
    fireEvent.keyDown(document.body, { key: '/' })
    expect(onSlash).toHaveBeenCalledOnce()
  })

  it('the shortcut that selects a row does nothing while single-key shortcuts are off', () => {
    document.body.innerHTML =
      '<table><tbody><tr><td><input type="checkbox"><a href="#a">a</a></td></tr></tbody></table>'
    let areOn = true
    const stop = followKeys(
      document.querySelector('table') as HTMLTableElement,
      () => [],
      () => areOn,
    )
    const box = document.querySelector('input') as HTMLInputElement
    const link = document.querySelector('a') as HTMLElement
    fireEvent.keyDown(link, { key: 'ч', code: 'KeyX' })
    expect(box.checked).toBe(true)
    areOn = false
    fireEvent.keyDown(link, { key: 'x', code: 'KeyX' })
    expect(box.checked).toBe(true)
    stop()
  })
})

describe('Enter that confirms a composition of an input method', () => {
  it.each([
    ['during the composition', { isComposing: true }],
    ['after the composition, as WebKit reports it', { keyCode: 229 }],
  ])('does not submit a time %s', async (_, init) => {
    const onChange = vi.fn()
    await renderScreen(<TimeInput label="Start" seconds={1} onChange={onChange} />)
    const input = screen.getByLabelText('Start')
    fireEvent.change(input, { target: { value: '0:07' } })
    fireEvent.keyDown(input, { key: 'Enter', ...init })
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(onChange).toHaveBeenCalledExactlyOnceWith(7)
  })
})
