import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leftOf, progressOf, reasonOf } from '~/src/features/videos/job-progress'
import { fakeApi, type Row } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { ownCompany } from '../support/person'
import { openList, openShow } from '../support/render-screen'

freshBrowser()

const row = (more: Row): Row => ({
  uid: 'w1',
  name: 'Harbour 360',
  company: ownCompany,
  pending: true,
  createdAt: '2024-01-15T09:00:00Z',
  updatedAt: '2024-02-01T09:00:00Z',
  ...more,
})
const vecto = (more: Row): Row =>
  row({
    video: { ref: 'videos/w1', label: 'Harbour 360' },
    offsetStart: 0,
    offsetEnd: 4,
    duration: 4,
    ...more,
  })

describe('how far a video is', () => {
  it('is told while it is made, and only then', () => {
    const progress = { done: 0.425, secondsLeft: 95, stage: 'stitching' }
    expect(progressOf(row({ status: 'converting', progress }))).toEqual(progress)
    expect(progressOf(row({ status: 'completed', progress }))).toBeNull()
    expect(progressOf(row({ status: 'ko', progress }))).toBeNull()
    expect(progressOf(row({ status: 'pending' }))).toBeNull()
    expect(progressOf(row({ status: 'processing', progress: { done: 1.2 } }))).toEqual({
      done: 1,
      secondsLeft: null,
      stage: '',
    })
  })

  it.each([
    [0.2, 'admin.job.secondsLeft', 1],
    [59.2, 'admin.job.secondsLeft', 60],
    [60, 'admin.job.minutesLeft', 1],
    [61, 'admin.job.minutesLeft', 2],
    [7199, 'admin.job.minutesLeft', 120],
    [7201, 'admin.job.hoursLeft', 3],
  ])('of %s seconds to go, no more is promised than that', (seconds, key, count) => {
    expect(leftOf(seconds)).toEqual({ key, count })
  })

  it('shows in the list as a bar with its share and its time', async () => {
    const progress = { done: 0.425, secondsLeft: 95, stage: 'stitching' }
    await openList('videos', '#pending', {
      api: fakeApi({ videos: [row({ status: 'converting', progress })] }),
    })
    const bar = await screen.findByRole('progressbar', { name: 'Progress' })
    expect(bar).toHaveAttribute('aria-valuetext', '43% · 2 min left')
    expect(screen.getByText('43% · 2 min left')).toBeVisible()
  })
})

describe('why a video failed', () => {
  it('is what its code stands for, else the words of the server', () => {
    const words = { reason: 'As the worker says it' }
    expect(reasonOf(row({ status: 'ko', reasonCode: 'disk_full', ...words }))?.key).toBe('reasons.disk_full')
    expect(reasonOf(row({ status: 'ko', reasonCode: 'constructor', ...words }))?.key).toBe(words.reason)
    expect(reasonOf(row({ status: 'completed', reasonCode: 'disk_full', ...words }))).toBeNull()
  })

  it('is read in the list of those that failed, in the reader’s language', async () => {
    const failed = vecto({ status: 'ko', reason: 'No parallax', reasonCode: 'not_enough_parallax' })
    await openList('vectos', '#failedScenes', {
      language: 'fr',
      api: fakeApi({ videos3d: [{ ...failed, uid: 'v1' }] }),
    })
    expect(await screen.findByText(/La caméra/)).toBeVisible()
  })

  it('is read once on its screen, with the way to try again', async () => {
    const failed = row({ status: 'ko', reason: 'Out of space', reasonCode: 'disk_full' })
    await openShow('videos', 'w1', { api: fakeApi({ videos: [failed] }) })
    const status = (await screen.findByText('Failed')).closest('dd')
    expect(status).not.toHaveTextContent('disk')
    expect(await screen.findByText(/The worker's disk is full/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  it('stands in the history of a 3D video, at its last step', async () => {
    const failed = vecto({
      status: 'ko',
      reason: 'Spoken by the worker',
      reasonCode: 'disk_full',
      events: { '2024-01-15T09:00:00Z': { status: 'new' }, '2024-01-15T09:01:00Z': { status: 'ko' } },
    })
    const api = fakeApi()
    api.answering('GET /videos/w1/vectos/v1', () => ({ ...failed, uid: 'v1' }))
    await openShow('vectos', 'v1', { api, at: '/video3d/show/w1/v1' })
    const progress = within(await screen.findByRole('region', { name: 'Progress' }))
    const [first, last] = progress.getAllByRole('listitem')
    expect(first).not.toHaveTextContent('disk')
    expect(last).toHaveTextContent("The worker's disk is full.")
  })
})
