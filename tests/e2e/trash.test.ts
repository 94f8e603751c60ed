import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/api'
import { type Panel, startPanel } from '../support/panel'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  await panel.speak('root', 'en')
})
afterAll(() => panel.stop())

const tabTo = async (page: Page, name: RegExp) => {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (name.test(await page.locator(':focus').ariaSnapshot())) return
  }
  throw new Error(`80 presses of Tab never led to ${name}`)
}

const newTemplate = async (name: string) => {
  const { body } = await root.post<{ uid: string }>('templates', { name, action: 'invite', active: false })
  return body.uid
}

/** Deletes the template on its screen, and waits for the toast. */
const deleteByKeyboard = async (uid: string) => {
  const { page } = await panel.openAs('root', `/templates/show/${uid}`, { provoked: [/404/] })
  await page.getByRole('button', { name: 'Delete' }).waitFor()
  await tabTo(page, /button "Delete"/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It stays in the trash for 30 days, and can be restored until then.').waitFor()
  await tabTo(page, /button "Delete"/)
  await page.keyboard.press('Enter')
  await page.getByText('Element deleted').waitFor()
  expect((await root.get(`templates/${uid}`)).status).toBe(404)
  return page
}

describe('without a mouse', () => {
  it('a deletion is undone from its toast', async () => {
    const uid = await newTemplate('Deleted by mistake')
    const page = await deleteByKeyboard(uid)
    await tabTo(page, /button "Undo"/)
    await page.keyboard.press('Enter')
    await page.getByText('Restored', { exact: true }).waitFor()
    expect((await root.get(`templates/${uid}`)).status).toBe(200)
    await page.getByRole('cell', { name: 'Deleted by mistake', exact: true }).first().waitFor()
  })

  it('a record is found in the trash, and restored', async () => {
    const uid = await newTemplate('Wanted again')
    const page = await deleteByKeyboard(uid)
    await tabTo(page, /link "Trash"/)
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: /Wanted again.*E-mail template/ })
      .first()
      .waitFor()
    await tabTo(page, /button "Restore Wanted again/)
    await page.keyboard.press('Enter')
    await page.getByText('The record has been restored').waitFor()
    await page.getByRole('row', { name: /Wanted again/ }).waitFor({ state: 'detached' })
    expect((await root.get(`templates/${uid}`)).status).toBe(200)
  })

  it('a record is deleted for good', async () => {
    const uid = await newTemplate('Wanted no more')
    await root.del(`templates/${uid}`)
    const { page } = await panel.openAs('root', '/trash')
    await page
      .getByRole('row', { name: /Wanted no more/ })
      .first()
      .waitFor()
    await tabTo(page, /button "Restore Wanted no more/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete “Wanted no more” for good?' }).waitFor()
    await tabTo(page, /button "Delete"/)
    await page.keyboard.press('Enter')
    await page.getByText('Element deleted').waitFor()
    expect((await root.get(`trash/templates-${uid}`)).status).toBe(404)
    expect((await root.get(`templates/${uid}`)).status).toBe(404)
  })
})
