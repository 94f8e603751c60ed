import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { type Found, listAll } from '../support/server/demo-world'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

type Entry = { key: string; resource: string | null; count: number; failed: boolean }

/** Marks two versions of an admin’s environment for deletion tomorrow: the demo data lacks such an entry. */
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

/** The number of rows in the list that a link opens. */
const countAt = async (page: Page, href: string) => {
  // Leaves the previous page first: its pending responses must not be counted.
  await page.goto('about:blank')
  const listing = page.waitForResponse(
    reply =>
      /\/parse\/\w+\?.*\bq=/.test(reply.url()) && reply.url().includes('batch=') && reply.status() === 200,
  )
  await page.goto(href)
  const { meta } = await (await listing).json()
  return meta.count
}

describe.each(['root', 'partner', 'admin'])('attention list of %s', role => {
  it('an attention entry has the same count as the list that it links to', {
    ...long,
    timeout: 300_000,
  }, async () => {
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
      // Links to a company or to waiting jobs open no list.
      if (/^\/company\/show|^\/admin$/.test(href)) continue
      const count = await countAt(page, href)
      expect([text, count]).toEqual([text, Number(text.match(/\d+/)?.[0])])
    }
    // Entries of a partner are grouped by company, for companies that share their data.
    if (role !== 'partner') expect(links.map(({ href }) => href.split(/[?#]/)[0])).toContain('/environments')
  })
})

/** Assigns videos in progress to the user, more than the home page shows. @returns how many */
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

it('links of “My work” open lists with exactly the counted records', async context => {
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
  // The search form names the user.
  expect(await page.getByRole('search').getByRole('searchbox', { name: 'Created by' }).inputValue()).toMatch(
    /^\w+ \w+$/,
  )
})
