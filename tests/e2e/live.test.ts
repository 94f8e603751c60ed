import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgresFolder } from '~/scripts/system-packages'
import { type Panel, startPanel } from '../support/browser/panel'
import { startCluster } from '../support/database/postgres'
import { long } from '../support/process/long'
import { needsPostgres } from '../support/process/needs'
import { listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Named = { readonly uid: string; readonly name: string }

/** A cluster of this test, unless the tests share one. */
let cluster: Awaited<ReturnType<typeof startCluster>> | undefined
let panel: Panel
let second: TestServer
beforeAll(async () => {
  // Each test then reports why it is skipped.
  if (!findPostgresFolder()) return
  if (process.env.TEST_POSTGRES_URL === undefined) {
    cluster = await startCluster()
    process.env.TEST_POSTGRES_URL = cluster.adminUrl
  }
  panel = await startPanel({ database: 'postgres' })
  const { DATABASE_URL = '' } = panel.server.env
  second = await startServer({ database: 'postgres', dataDir: panel.server.dataDir, env: { DATABASE_URL } })
})
beforeEach(context => needsPostgres(context))
afterAll(async () => {
  await second?.stop()
  await panel?.stop()
  await cluster?.stop()
})

/** A unique name: an earlier try may have left a record behind. */
const newName = (words: string) => `${words} ${Date.now()}`

/** Renames the first media in the panel of the other server. @returns the media */
const rename = async (name: string) => {
  const root = await panel.person('root')
  const [media] = await listAll<Named>(root, 'medias', { status: 'completed' })
  const { page } = await panel.openAs('root', `/medias/modify/${media?.uid}`, { baseURL: second.url })
  await page.getByLabel(/^Name/).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Media saved').waitFor()
  return media
}

describe('live updates of two servers on one database', () => {
  it('a list shows a change made at another server without interaction', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.waitForResponse(/parse\/stream/)
    const name = newName('Seen from afar')
    await rename(name)
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })

  it('a list shows a change made between its load and the start of the stream', async () => {
    const { page } = await panel.openAs('root', '/home')
    const root = await panel.person('root')
    const [media] = await listAll<Named>(root, 'medias', { status: 'completed' })
    const name = newName('Early bird')
    // The stream of the next page starts after the change, however busy the machine is.
    await page.route(/parse\/stream/, async route => {
      await root.patch(`medias/${media?.uid}`, { name })
      await route.continue()
    })
    await page.goto('/medias')
    await page.getByRole('cell').first().waitFor()
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })

  it('a list shows a change made while the browser was offline', long, async () => {
    const { page, context } = await panel.openAs('root', '/medias', {
      provoked: [/ERR_INTERNET_DISCONNECTED/],
    })
    await page.waitForResponse(/parse\/stream/)
    await context.setOffline(true)
    const name = newName('While away')
    await rename(name)
    expect(await page.getByRole('cell', { name, exact: true }).count()).toBe(0)
    await context.setOffline(false)
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })
})

describe('live group invitations', () => {
  it('a group invitation appears as a toast in the user’s language and on the home page', async () => {
    await panel.speak('viewer', 'fr')
    const host = await panel.person('admin2')
    const { company } = (await host.get<{ company: { ref: string } }>('users/me')).body
    const { page } = await panel.openAs('viewer', '/home')
    await page.waitForResponse(/parse\/stream/)
    const group = await host.post<Named>(`${company.ref}/groups`, { name: 'Les guetteurs' })
    const ref = `${company.ref}/groups/${group.body.uid}`
    await host.post(`${company.ref}/guests`, { email: 'viewer@demo.example', group: { ref } })
    await page
      .getByRole('alert')
      .getByText(/vous invite/)
      .waitFor()
    await page.getByRole('cell', { name: 'Les guetteurs', exact: true }).waitFor()
  })
})
