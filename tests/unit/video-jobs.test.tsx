import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { leftOf, progressOf } from '~/src/features/videos/job-progress'
import { reasonOf } from '~/src/features/videos/use-reason'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row } from '../support/panel/fake-api'
import { openList, openShow } from '../support/panel/render-screen'
import { ownCompany } from '../support/server/person'

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

describe('the progress of a video', () => {
  it('returns the progress of a video only while it is processed', () => {
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
  ])('rounds %s remaining seconds up', (seconds, key, count) => {
    expect(leftOf(seconds)).toEqual({ key, count })
  })

  it('shows progress and remaining time as a bar in the list', async () => {
    const progress = { done: 0.425, secondsLeft: 95, stage: 'stitching' }
    await openList('videos', '#pending', {
      api: fakeApi({ videos: [row({ status: 'converting', progress })] }),
    })
    const bar = await screen.findByRole('progressbar', { name: 'Progress' })
    expect(bar).toHaveAttribute('aria-valuetext', '43% · 2 min left')
    expect(screen.getByText('43% · 2 min left')).toBeVisible()
  })
})

describe('the failure reason of a video', () => {
  it('explains a failure by its code, or by the worker’s message for an unknown code', () => {
    const words = { reason: 'As the worker says it' }
    expect(reasonOf(row({ status: 'ko', reasonCode: 'disk_full', ...words }))?.key).toBe('reasons.disk_full')
    expect(reasonOf(row({ status: 'ko', reasonCode: 'constructor', ...words }))?.key).toBe(words.reason)
    expect(reasonOf(row({ status: 'completed', reasonCode: 'disk_full', ...words }))).toBeNull()
  })

  it('shows the failure reason in the list of failed videos in the user’s language', async () => {
    const failed = vecto({ status: 'ko', reason: 'No parallax', reasonCode: 'not_enough_parallax' })
    await openList('vectos', '#failedScenes', {
      language: 'fr',
      api: fakeApi({ videos3d: [{ ...failed, uid: 'v1' }] }),
    })
    expect(await screen.findByText(/La caméra/)).toBeVisible()
  })

  it('shows the failure reason once on the video’s screen, with a retry button', async () => {
    const failed = row({ status: 'ko', reason: 'Out of space', reasonCode: 'disk_full' })
    await openShow('videos', 'w1', { api: fakeApi({ videos: [failed] }) })
    expect(await screen.findByText('Failed')).toBeVisible()
    expect(await screen.findAllByText(/The worker's disk is full/)).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  it('shows the failure reason at the last step of a 3D video’s history', async () => {
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
