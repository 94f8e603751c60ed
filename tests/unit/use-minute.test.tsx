import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatRecent, useMinute } from '~/src/ui/dates'

const Age = ({ at }: { at: number }) => {
  useMinute()
  return <p>{formatRecent(at, 'en')}</p>
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a relative time', () => {
  it('updates relative times every minute', async () => {
    render(<Age at={Date.now() - 120_000} />)
    expect(screen.getByText('2 minutes ago')).toBeVisible()
    await pass(60_000)
    expect(screen.getByText('3 minutes ago')).toBeVisible()
    await pass(60 * 60_000)
    expect(screen.getByText('1 hour ago')).toBeVisible()
  })

  it('updates relative times when the page becomes visible again, since timers were suspended', async () => {
    render(<Age at={Date.now() - 120_000} />)
    vi.setSystemTime(Date.now() + 3 * 3_600_000)
    expect(screen.getByText('2 minutes ago')).toBeVisible()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('3 hours ago')).toBeVisible()
  })

  it('clears its timer on unmount', () => {
    const { unmount } = render(<Age at={Date.now()} />)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
