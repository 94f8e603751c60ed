import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '~/model/grants'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row } from '../support/panel/fake-api'
import { openActions } from '../support/panel/list-controls'
import { answerRecord, vectoRow } from '../support/panel/nested-rows'
import { openShow } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const vecto = '/videos/w1/vectos/s1'

const openVecto = (row: Row = {}, role: Role = 'root') =>
  openShow('vectos', '', {
    role,
    api: answerRecord(fakeApi(), vecto, vectoRow(row)),
    at: '/video3d/show/w1/s1',
  })

const open = vi.fn()
beforeEach(() => {
  open.mockReset()
  vi.stubGlobal('open', open)
  return () => vi.unstubAllGlobals()
})

describe('the actions of a 3D video', () => {
  it('a completed 3D video can be renamed, shared and downloaded, and its log read', async () => {
    const opened = await openVecto()
    opened.api.answering(`GET /dl${vecto}/files.data`, () => ({ url: '/parse/blob/f2' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Download the file' }))
    const menu = await openActions(opened.user)
    expect(await menu.findByRole('menuitem', { name: 'Rename' })).toHaveAttribute(
      'href',
      '/video3d/rename/w1/s1',
    )
    for (const name of ['Access list', 'Log'])
      expect(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'false')
    // The button of the screen is not repeated.
    expect(menu.queryByRole('menuitem', { name: 'Download the file' })).toBeNull()
    await waitFor(() => expect(open).toHaveBeenCalledWith('/parse/blob/f2', '_blank', 'noopener'))
  })

  it.each(['new', 'uploading', 'ko'])(
    'disables the actions of a 3D video in the status %s, with the reason',
    async status => {
      const { user } = await openVecto({ status })
      const menu = await openActions(user)
      for (const name of [/^Rename/, /^Access list/, /^Log/, /^Download the file/]) {
        const action = await menu.findByRole('menuitem', { name })
        expect(action).toHaveAttribute('aria-disabled', 'true')
        expect(action).toHaveTextContent('Only when the 3D video is completed')
      }
    },
  )

  it.each([
    ['root', ['In a browser', 'In the browser of a headset', 'Meta Quest', 'Apple Vision Pro', 'YouTube']],
    ['admin', ['In a browser', 'In the browser of a headset']],
  ] as const)('tells %s where a completed 3D video plays', async (role, places) => {
    await openVecto({}, role)
    const shown = within(await screen.findByRole('region', { name: 'Where it plays' }))
    expect(shown.getAllByRole('term').map(term => term.textContent?.split(',')[0])).toEqual(places)
    shown.getByText(/“Red-cyan glasses” and “Side by side” show the depth/)
    shown.getByText(/“Watch in the headset”/)
  })

  it('a 3D video that is not completed plays nowhere yet', async () => {
    await openVecto({ status: 'processing' })
    await screen.findByRole('region', { name: 'Progress' })
    expect(screen.queryByRole('region', { name: 'Where it plays' })).toBeNull()
  })

  it('shows the steps of a 3D video in Paris time, the newest last, and why it failed', async () => {
    await openVecto({
      status: 'timeout',
      reason: 'No worker answered',
      events: {
        '2024-07-15T22:31:30Z': { status: 'timeout', worker: 'worker-2', os: 'Linux' },
        '2024-07-15T22:30:00Z': { status: 'new', worker: 'worker-1', os: 'Linux' },
      },
    })
    const progress = within(await screen.findByRole('region', { name: 'Progress' }))
    const [first, last, more] = progress.getAllByRole('listitem')
    expect(first).toHaveTextContent('New16 Jul 2024, 00:30on worker-1 (Linux)')
    expect(last).toHaveTextContent(
      'Timed out16 Jul 2024, 00:31after 1:30 · on worker-2 (Linux)No worker answered',
    )
    expect(more).toBeUndefined()
  })

  it.each([
    ['ko', true],
    ['timeout', true],
    ['completed', false],
    ['processing', false],
  ] as const)('a 3D video in the status %s offers the worker’s log: %s', async (status, shown) => {
    await openVecto({ status, reasonCode: 'engine_failed', reason: 'No' })
    const progress = within(await screen.findByRole('region', { name: 'Progress' }))
    expect(progress.queryByRole('button', { name: 'Log of the worker' }) !== null).toBe(shown)
  })

  it('shows that a new 3D video is in the queue', async () => {
    await openVecto({ status: 'new', events: {} })
    expect(await screen.findByText(/in the queue/)).toBeVisible()
  })
})

describe('the grade of a 3D video', () => {
  it('shows a poor grade with its reason and links to another try', async () => {
    await openVecto({ grade: 'poor', measured: 0.02, gradeCause: 'still', refunded: true })
    expect(await screen.findByText('Poor')).toBeVisible()
    expect(
      screen.getByText(/^Depth was measured on 2% of the picture\. The camera hardly moved/),
    ).toHaveTextContent('given back to the quota')
    expect(screen.getByRole('link', { name: 'Try again with other settings' })).toHaveAttribute(
      'href',
      '/video360/vecto/w1?from=s1',
    )
  })

  it('shows no quality section for a 3D video without a grade', async () => {
    await openVecto()
    await screen.findByText('Company')
    expect(screen.queryByText('Quality')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Try again with other settings' })).toBeNull()
  })
})
