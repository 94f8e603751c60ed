import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeApi, type Row, refusing } from '../support/fake-api'
import { freshBrowser } from '../support/fresh-browser'
import { hushed } from '../support/hushed'
import { ada, answerRecord, vectoRow, versionRow } from '../support/nested-rows'
import { openShow, type ScreenOptions } from '../support/render-screen'
import { userRow } from '../support/sample-rows'

freshBrowser()
hushed()

const version = '/environments/e1/versions/v1'
const vecto = '/videos/w1/vectos/s1'
const people = [userRow({ uid: 'u2', firstname: 'Grace', lastname: 'Hopper' })]

const openVersion = (row: Row = {}, options: ScreenOptions = {}) => {
  const api = answerRecord(fakeApi({ users: people }), version, versionRow(row))
  api.answering(`GET ${version}/tree`, refusing(404, 'not_found'))
  return openShow('versions', '', { api, at: '/environments/e1/versions/v1/tree#details', ...options })
}

const openVecto = (row: Row = {}, options: ScreenOptions = {}) => {
  const api = answerRecord(fakeApi({ users: people }), vecto, vectoRow(row))
  return openShow('vectos', '', { api, at: '/video3d/show/w1/s1', ...options })
}

const press = async ({ user }: Awaited<ReturnType<typeof openVersion>>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

const open = vi.fn()
beforeEach(() => {
  open.mockReset()
  vi.stubGlobal('open', open)
  return () => vi.unstubAllGlobals()
})

describe('the access list of a version', () => {
  it('is asked for among the people of its company, and sent with what it was based on', async () => {
    const opened = await openVersion()
    // The keywords by which users are found are the server's.
    opened.api.answering('GET /users', () => ({ results: people, meta: { count: 1 } }))
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog', { name: 'Access list of Harbour, revision 3' }))
    await opened.user.type(dialog.getByRole('combobox'), 'gra')
    await opened.user.click(await screen.findByRole('option', { name: 'Grace Hopper' }))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(opened.api.to(`PATCH ${version}`)).toHaveLength(1))
    expect(opened.api.to(`PATCH ${version}`)[0]?.json).toEqual({
      accessList: [{ ref: ada.ref }, { ref: 'users/u2' }],
      updatedAt: '2024-02-01T09:00:00Z',
    })
    expect(await screen.findByText('Access list saved')).toBeVisible()
    const asked = opened.api.to('GET /users').at(-1)?.search.get('q')
    expect(JSON.parse(asked ?? '{}')).toMatchObject({ company: 'companies/own' })
  })

  it('is never empty', async () => {
    const opened = await openVersion({ accessList: [] })
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Required')).toBeVisible()
    expect(opened.api.to(`PATCH ${version}`)).toEqual([])
  })

  it('says what the server finds wrong with it, and stays', async () => {
    const opened = await openVersion()
    opened.api.answering(
      `PATCH ${version}`,
      refusing(422, 'validation', { fields: { accessList: 'other_company' } }),
    )
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Some of these belong to another company')).toBeVisible()
  })

  it('changed by someone else meanwhile is read again', async () => {
    const opened = await openVersion()
    opened.api.answering(`PATCH ${version}`, refusing(409, 'stale'))
    await press(opened, 'Access list')
    const dialog = within(await screen.findByRole('dialog'))
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }))
    const alert = within(await dialog.findByRole('alert'))
    await opened.user.click(alert.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the log of a version', () => {
  it('is read in forty lines that cannot be changed', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET ${version}/log`, () => ({ log: 'one\ntwo', createdAt: '2024-07-15T22:30:00Z' }))
    await press(opened, 'Log')
    const text = await screen.findByRole('textbox', { name: 'Log' })
    expect(text).toHaveValue('one\ntwo')
    expect(text).toHaveAttribute('readonly')
    expect(text).toHaveAttribute('rows', '40')
    expect(screen.getByText('Written 16 Jul 2024, 00:30')).toBeVisible()
  })

  it('that is not there yet says so, with nothing to copy', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET ${version}/log`, refusing(404, 'not_found'))
    await press(opened, 'Log')
    expect(await screen.findByText('There is no log yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
  })
})

describe('the file of a version', () => {
  it('opens in a new window', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, () => ({ url: '/parse/blob/f1' }))
    await press(opened, 'Download the file')
    await waitFor(() => expect(open).toHaveBeenCalledWith('/parse/blob/f1', '_blank', 'noopener'))
  })

  it('that is gone is logged, never shown', async () => {
    const debug = vi.spyOn(console, 'debug').mockReturnValue()
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, refusing(404, 'not_found'))
    await press(opened, 'Download the file')
    await waitFor(() => expect(debug).toHaveBeenCalled())
    expect(screen.queryByRole('alert')).toBeNull()
    expect(open).not.toHaveBeenCalled()
  })

  it('that may not be had says why', async () => {
    const opened = await openVersion()
    opened.api.answering(`GET /dl${version}/file`, refusing(403, 'forbidden'))
    await press(opened, 'Download the file')
    expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
  })

  it('waits for the version, and is for root alone', async () => {
    const { unmount } = await openVersion({ status: 'pending' })
    expect(await screen.findByRole('button', { name: 'Download the file' })).toBeDisabled()
    unmount()
    await openVersion({}, { role: 'admin' })
    await screen.findByRole('button', { name: 'Log' })
    expect(screen.queryByRole('button', { name: 'Download the file' })).toBeNull()
  })
})

describe('a 3D video', () => {
  it('that is completed can be renamed, shared, read about and downloaded', async () => {
    const opened = await openVecto()
    expect(await screen.findByRole('link', { name: 'Rename' })).toHaveAttribute(
      'href',
      '/video3d/rename/w1/s1',
    )
    for (const name of ['Access list', 'Log']) expect(screen.getByRole('button', { name })).toBeEnabled()
    opened.api.answering(`GET /dl${vecto}/files.data`, () => ({ url: '/parse/blob/f2' }))
    await press(opened, 'Download the file')
    await waitFor(() => expect(open).toHaveBeenCalledWith('/parse/blob/f2', '_blank', 'noopener'))
  })

  it.each(['new', 'uploading', 'ko'])(
    'in status %s lets nothing of that be done, and says why',
    async status => {
      await openVecto({ status })
      for (const name of ['Rename', 'Access list', 'Log', 'Download the file']) {
        const button = await screen.findByRole('button', { name })
        expect(button).toBeDisabled()
        expect(button.parentElement).toHaveAttribute('aria-label', 'Only once the 3D video is completed')
      }
    },
  )

  it('tells how far it came in Paris time, the newest last, and why it failed', async () => {
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

  it('to which nothing happened yet says so', async () => {
    await openVecto({ status: 'new', events: {} })
    expect(await screen.findByText(/waits for its turn/)).toBeVisible()
  })
})
