import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog } from '../support/browser/browser'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
  await panel.speak('admin', 'en')
})
afterAll(() => panel.stop())

const phone = { viewport: { width: 390, height: 800 } }

describe('administration screen', () => {
  it('administration shows downloads or e-mail templates and keeps the choice after a reload', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Administration' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Administration', exact: true })
    await menu.getByRole('button', { name: 'E-mail templates' }).click()
    await page.getByRole('heading', { level: 1, name: 'E-mail templates' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'E-mail templates' }).waitFor()
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'New e-mail template' }).waitFor()
  })

  it('administration has tabs on a phone', async () => {
    const { page } = await panel.openAs('root', '/administration', phone)
    await page.getByRole('tab', { name: 'E-mail templates' }).click()
    await page.getByRole('heading', { level: 1, name: 'E-mail templates' }).waitFor()
  })

  it.each(['/administration', '/admin'])('an administrator cannot open %s', async path => {
    const { page } = await panel.openAs('admin', path)
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
  })
})

describe('maintenance tools', () => {
  it('maintenance shows the server health, refreshes keywords and resets counters', long, async () => {
    const { page } = await panel.openAs('root', '/administration')
    await page.getByRole('link', { name: 'Maintenance' }).click()
    await page.getByRole('region', { name: 'Server health' }).getByText('OK').first().waitFor()
    const run = async (name: string, collection: string) => {
      const tool = page.getByRole('group', { name })
      await tool.getByRole('combobox').click()
      await page.getByRole('option', { name: collection }).click()
      await tool.getByRole('button', { name }).click()
      await answerDialog(page, 'Confirm')
      await tool.getByRole('status').waitFor()
      return tool.getByRole('listitem').allTextContents()
    }
    expect(await run('Refresh keyword collections', 'Users')).toEqual([
      expect.stringMatching(/^Users: \d+ records?$/),
    ])
    expect((await run('Reset counters', 'All')).length).toBe(4)
  })

  it('the account page shows maintenance tools to root and not to an administrator', async () => {
    const { page } = await panel.openAs('root', '/user/record')
    await page.getByRole('region', { name: 'Maintenance tools' }).waitFor()
    const other = await panel.openAs('admin', '/user/record')
    await other.page.getByRole('region', { name: 'This browser' }).waitFor()
    expect(await other.page.getByRole('region', { name: 'Maintenance tools' }).count()).toBe(0)
  })
})
