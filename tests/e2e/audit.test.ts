import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/panel'
import { tabTo } from '../support/tab-to'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  for (const name of ['admin', 'viewer']) await panel.speak(name, 'en')
})
afterAll(() => panel.stop())

const rowCount = async (page: Page) => {
  const text = await page.getByText(/^\d+-\d+ of \d+$/).textContent()
  return Number(text?.split(' of ')[1])
}

describe('what needs attention, without a mouse', () => {
  it('opens the list that it counts, with as many rows', async () => {
    const { page } = await panel.openAs('admin', '/home')
    const section = page.getByRole('region', { name: 'What needs attention' })
    const link = section.getByRole('link', { name: /3D videos? failed in the last 30 days$/ })
    const count = Number((await link.textContent())?.split(' ')[0])
    expect(count).toBeGreaterThan(0)
    await tabTo(page, /link "\d+ 3D videos? failed/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/video3d?*#failedScenes')
    await page.getByRole('row').nth(1).waitFor()
    expect(await rowCount(page)).toBe(count)
  })

  it('is not shown to a viewer, who has invitations and downloads alone', async () => {
    const { page } = await panel.openAs('viewer', '/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Downloads' }).waitFor()
    expect(await page.getByRole('region', { name: 'What needs attention' }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'My work' }).count()).toBe(0)
  })
})

describe('the audit log, without a mouse', () => {
  it('is filtered by kind, and a line opens with its changes and where they came from', async () => {
    const admin = await panel.person('admin')
    const { body: me } = await admin.get<{ company: { ref: string } }>('users/me')
    const body = { name: 'Night shift', company: me.company }
    const { body: group } = await admin.post<{ uid: string }>(`${me.company.ref}/groups`, body)
    await admin.patch(`${me.company.ref}/groups/${group.uid}`, { name: 'Day shift' })
    await admin.del(`${me.company.ref}/groups/${group.uid}`)

    const { page } = await panel.openAs('admin', '/home')
    await page.getByRole('region', { name: 'What needs attention' }).waitFor()
    await tabTo(page, /link "Audit log"/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    await page
      .getByRole('row', { name: /Deleted.*Day shift.*deleted/ })
      .first()
      .waitFor()

    await tabTo(page, /combobox "Event/)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Modified' }).waitFor()
    await page.keyboard.type('Mod')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Deleted/ }).waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /Night shift.*became.*Day shift/ }).waitFor()

    await tabTo(page, /link "Show/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/audit/show/*')
    await page.getByText('Night shift').waitFor()
    await page.getByText('127.0.0.1').waitFor()
  })
})
