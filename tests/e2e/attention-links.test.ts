import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Found, listAll } from '../support/demo-world'
import { long } from '../support/long'
import { type Panel, startPanel } from '../support/panel'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

type Entry = { key: string; resource: string | null; count: number; failed: boolean }

/** Two versions of an environment of the admin's that are deleted tomorrow: an entry that demo data has not. */
const markVersions = async () => {
  const root = await panel.person('root')
  const admin = await panel.person('admin')
  for (const { uid } of await listAll<Found>(admin, 'environments', { status: 'completed' })) {
    const versions = await listAll<Found>(root, `environments/${uid}/versions`, { status: 'completed' })
    for (const version of versions.slice(0, 2))
      await root.del(`environments/${uid}/versions/${version.uid}`, { delay: 1 })
    if (versions.length > 1) return
  }
}

/** What the list shows that a link opens. */
const countAt = async (page: Page, href: string) => {
  // What the page before is still answered is not this list's.
  await page.goto('about:blank')
  const listing = page.waitForResponse(
    reply =>
      /\/parse\/\w+\?.*\bq=/.test(reply.url()) && reply.url().includes('batch=') && reply.status() === 200,
  )
  await page.goto(href)
  const { meta } = await (await listing).json()
  return meta.count
}

describe.each(['root', 'partner', 'admin'])('what needs the attention of %s', role => {
  it('is counted as the list shows that its link opens', { ...long, timeout: 300_000 }, async () => {
    await markVersions()
    await panel.speak(role, 'en')
    const { page } = await panel.openAs(role, '/home')
    const answer = await (await panel.person(role)).get<{ results: Entry[] }>('me/attention')
    const entries = answer.body.results.filter(({ resource }) => resource !== null)
    const items = page.getByRole('region', { name: 'What needs attention' }).getByRole('listitem')
    await items.first().waitFor()
    const links: { text: string; href: string }[] = []
    for (const item of await items.all()) {
      const link = item.getByRole('link').first()
      links.push({ text: await link.innerText(), href: (await link.getAttribute('href')) ?? '' })
    }
    expect(links.length).toBeGreaterThanOrEqual(entries.length)
    for (const { text, href } of links) {
      // One company, or the jobs that wait, are no list.
      if (/^\/company\/show|^\/admin$/.test(href)) continue
      const count = await countAt(page, href)
      expect([text, count]).toEqual([text, Number(text.match(/\d+/)?.[0])])
    }
    // A partner's are divided by company, as far as these share their data.
    if (role !== 'partner') expect(links.map(({ href }) => href.split(/[?#]/)[0])).toContain('/environments')
  })
})

/** Makes work in progress the user's own, more of it than the home page shows. */
const takeOver = async (user: string, name: 'videos' | 'vectos', most: number) => {
  const client = new pg.Client({ connectionString: panel.server.env.DATABASE_URL })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update ${name} set created_by_uid = $1 where uid in (select uid from ${name} where status not in
        ('completed', 'ko', 'timeout') order by uid limit $2)`,
      [user, most],
    )
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}

it('own work in progress leads to the lists that show exactly all of it', async context => {
  context.skip(process.env.TEST_DB !== 'postgres', 'the embedded database serves its server alone')
  const { body: me } = await (await panel.person('root')).get<{ uid: string }>('users/me')
  expect(await takeOver(me.uid, 'vectos', 8)).toBe(8)
  await panel.speak('root', 'en')
  const { page } = await panel.openAs('root', '/home')
  const work = page.getByRole('region', { name: 'My work' })
  await work.getByText(/^\+\d+ more/).waitFor()
  const links = await work
    .getByRole('link', { name: / – / })
    .filter({ hasText: /\(\d+\)$/ })
    .all()
  const found = await Promise.all(
    links.map(async link => ({
      text: await link.innerText(),
      href: (await link.getAttribute('href')) ?? '',
    })),
  )
  expect(found.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^3D videos – In progress/))
  for (const { text, href } of found)
    expect([text, await countAt(page, href)]).toEqual([text, Number(text.match(/\((\d+)\)$/)?.[1])])
  // The search form says whose they are.
  expect(await page.getByRole('search').getByRole('searchbox', { name: 'Created by' }).inputValue()).toMatch(
    /^\w+ \w+$/,
  )
})
