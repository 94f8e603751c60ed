import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPostgresFolder } from '~/scripts/system-packages'
import { listAll } from '../support/demo-world'
import { long } from '../support/long'
import { needsPostgres } from '../support/needs'
import { type Panel, startPanel } from '../support/panel'
import { startCluster } from '../support/postgres'
import { startServer, type TestServer } from '../support/test-server'

type Named = { readonly uid: string; readonly name: string }

/** Of our own, unless the tests share one already. */
let cluster: Awaited<ReturnType<typeof startCluster>> | undefined
let panel: Panel
let second: TestServer
beforeAll(async () => {
  // Each test says then why it is skipped.
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

/** One that no earlier try has left behind. */
const newName = (words: string) => `${words} ${Date.now()}`

/** The first media's name is changed in the other server’s panel. @returns the new name */
const rename = async (name: string) => {
  const root = await panel.person('root')
  const [media] = await listAll<Named>(root, 'medias', { status: 'completed' })
  const { page } = await panel.openAs('root', `/medias/modify/${media?.uid}`, { baseURL: second.url })
  await page.getByLabel(/^Name/).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Element updated').waitFor()
  return media
}

describe('two servers on one database, a browser at each', () => {
  it('show each other’s changes, nobody touching anything', async () => {
    const { page } = await panel.openAs('root', '/medias')
    await page.waitForResponse(/parse\/stream/)
    const name = newName('Seen from afar')
    await rename(name)
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })

  it('miss nothing that happens after the screen is read and before the line is up', async () => {
    const { page } = await panel.openAs('root', '/medias')
    const line = page.waitForRequest(/parse\/stream/).then(() => 'up')
    await page.getByRole('cell').first().waitFor()
    const root = await panel.person('root')
    const [media] = await listAll<Named>(root, 'medias', { status: 'completed' })
    const name = newName('Early bird')
    await root.patch(`medias/${media?.uid}`, { name })
    expect(await Promise.race([line, 'not yet'])).toBe('not yet')
    await page.getByRole('cell', { name, exact: true }).waitFor()
  })

  it('miss nothing that happens while the line is down', long, async () => {
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

describe('an invitation to a group', () => {
  it('is told as a toast in one’s language, and is there to be accepted', async () => {
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
