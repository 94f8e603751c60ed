import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { StoreContextProvider } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { panelStore } from '~/src/app/panel-store'
import { FlatPlayer } from '~/src/player/flat-player'
import { twoEyesStyles, upperHalfStyles, viewStyles } from '~/src/player/player-styles'
import { useFullScreen } from '~/src/player/use-media'
import { usePlaybackChoices } from '~/src/player/use-playback-choices'
import { freshBrowser } from '../support/browser/fresh-browser'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()
afterEach(() => void Reflect.deleteProperty(document, 'fullscreenEnabled'))

const inStore = ({ children }: { children: ReactNode }) => (
  <StoreContextProvider value={panelStore}>{children}</StoreContextProvider>
)

const choosing = () => {
  const video = { current: document.createElement('video') }
  return { video: video.current, ...renderHook(() => usePlaybackChoices(video), { wrapper: inStore }) }
}

describe('volume, mute and speed', () => {
  it('restores volume, mute and speed of the last video on this device', () => {
    const first = choosing()
    act(() => {
      first.video.volume = 0.25
      first.video.muted = true
      first.video.dispatchEvent(new Event('volumechange'))
      first.result.current.setSpeed(1.5)
    })
    expect([first.video.playbackRate, first.video.defaultPlaybackRate]).toEqual([1.5, 1.5])
    first.unmount()
    const { video, result } = choosing()
    expect([video.volume, video.muted, video.playbackRate]).toEqual([0.25, true, 1.5])
    expect(result.current.speed).toBe(1.5)
    expect(localStorage.getItem('vecto.store.preferences.player')).toContain('1.5')
  })

  it('uses defaults when the stored playback preferences are invalid', () => {
    panelStore.setItem('preferences.player', { volume: 7, muted: 'yes', speed: 99 })
    const { video, result } = choosing()
    expect([video.volume, video.muted, result.current.speed]).toEqual([1, false, 1])
  })
})

describe('a browser without full screen', () => {
  it('fills the window until the button or Escape ends it, and blocks scrolling of the page', () => {
    const element = { current: document.createElement('div') }
    const { result } = renderHook(() => useFullScreen(element))
    const fill = () => act(() => result.current.toggle())
    fill()
    expect(result.current).toMatchObject({ full: true, isFilled: true })
    expect(document.body.style.overflow).toBe('hidden')
    act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }))
    expect(result.current).toMatchObject({ full: false, isFilled: false })
    expect(document.body.style.overflow).toBe('')
    fill()
    fill()
    expect(result.current.full).toBe(false)
  })

  it('uses the Fullscreen API when the browser supports it', () => {
    Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
    const element = { current: document.createElement('div') }
    element.current.requestFullscreen = vi.fn(async () => undefined)
    const { result } = renderHook(() => useFullScreen(element))
    act(() => result.current.toggle())
    expect(element.current.requestFullscreen).toHaveBeenCalledOnce()
    expect(result.current.isFilled).toBe(false)
  })
})

it('allows vertical touch scrolling over the player, except in full screen', () => {
  expect(viewStyles('mono', false).touchAction).toBe('pan-y')
  expect(viewStyles('mono', true).touchAction).toBe('none')
})

describe('the flat player', () => {
  const open = (layout: 'mono' | 'top-bottom') =>
    renderScreen(<FlatPlayer src="/v.mp4" name="Tour" layout={layout} onFailed={() => undefined} />)

  it('shows one eye of a stereoscopic video with custom controls, since native ones would be cut off', async () => {
    await open('top-bottom')
    const video = document.querySelector('video') as HTMLVideoElement
    expect(video.controls).toBe(false)
    expect([twoEyesStyles.height, upperHalfStyles.overflow]).toEqual(['200%', 'hidden'])
    expect(screen.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Speed' })).toHaveValue('1')
    expect(screen.queryByRole('button', { name: 'Look straight ahead' })).toBeNull()
  })

  it('shows the browser’s controls for a mono video', async () => {
    await open('mono')
    expect(document.querySelector('video')?.controls).toBe(true)
  })
})
