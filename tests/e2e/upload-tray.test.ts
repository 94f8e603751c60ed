import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileChooser } from '../support/browser/file-chooser'
import { type Panel, startPanel } from '../support/browser/panel'
import { type KnownLanguage, panelText } from '../support/browser/panel-texts'
import { pressOn, reach } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import { type MediaFile, mp4File, textFile, zipFile } from '../support/video/media-files'

let panel: Panel
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-tray-'))
  panel = await startPanel()
  await Promise.all(['admin', 'partner'].map(name => panel.speak(name, 'en')))
})
afterAll(async () => {
  await panel.stop()
  rmSync(folder, { recursive: true, force: true })
})

const archive = (name: string, megabytes = 0): MediaFile => ({
  ...zipFile(name),
  bytes: Buffer.concat([zipFile().bytes, randomBytes(100 + megabytes * 1_000_000)]),
})
const onDisk = (files: readonly MediaFile[]) =>
  files.map(({ name, bytes }) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  })
/** Opens the file chooser with Enter and selects the files. */
const chooseSeveral = async (page: Page, files: readonly MediaFile[], name = 'Upload files') => {
  const button = page.getByRole('button', { name })
  await page.locator('main').getByRole('link').nth(1).waitFor()
  const chooser = await fileChooser(page, () => button.press('Enter'))
  await chooser.setFiles(onDisk(files))
}
/** Chooses files by the menu with the ways to add a 360° video. */
const addVideos = async (page: Page, files: readonly MediaFile[], lang: KnownLanguage = 'en') => {
  await page.locator('main').getByRole('link').nth(1).waitFor()
  await pressOn(
    page.getByRole('button', { name: panelText(lang, 'resources.videos.add'), exact: true }).first(),
  )
  const way = page
    .getByRole('menuitem')
    .filter({ hasText: panelText(lang, 'resources.videos.ways.several.text') })
  await reach(way)
  const chooser = await fileChooser(page, () => page.keyboard.press('Enter'))
  await chooser.setFiles(onDisk(files))
}
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const itemOf = (page: Page, text: string) => tray(page).getByRole('listitem').filter({ hasText: text })
const slowDown = async (page: Page, megabytesPerSecond: number) => {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1 },
    uploadThroughput: megabytesPerSecond * 1_000_000 || -1,
  })
}

/** Opens the tray, which closes once nothing in it needs more. */
const reopen = (page: Page) => tray(page).getByRole('button', { name: /100 %/, expanded: false }).click()

describe('upload tray', () => {
  it('uploads become medias while the user navigates, with the keyboard alone', long, async () => {
    const { page } = await panel.openAs('admin', '/medias')
    await slowDown(page, 2)
    await chooseSeveral(page, [archive('one.zip', 6), archive('two.zip'), textFile('three.txt')])
    await tray(page)
      .getByRole('button', { name: /of 3 files/ })
      .waitFor()
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.waitForURL('**/home')
    const name = tray(page).getByRole('textbox', { name: 'Name of one' })
    await name.focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('The first')
    await slowDown(page, 0)
    await tray(page).getByRole('button', { name: '3 of 3 files · 100 %' }).waitFor({ timeout: 30_000 })
    const link = tray(page).getByRole('link', { name: 'The first' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The first' }).first().waitFor()
    expect(await page.getByRole('status').allInnerTexts()).toContainEqual(expect.stringContaining('Uploaded'))
    await tray(page).getByRole('button', { name: 'Clear finished' }).press('Enter')
    await tray(page).waitFor({ state: 'detached' })
  })

  it('the upload tray requires a choice before it uploads duplicates', async () => {
    const { page } = await panel.openAs('admin', '/medias')
    const known = archive('known.zip')
    await chooseSeveral(page, [known])
    await reopen(page)
    await tray(page).getByRole('link', { name: 'known' }).waitFor()
    await chooseSeveral(page, [
      { ...known, name: 'again.zip' },
      { ...known, name: 'third.zip' },
    ])
    const again = itemOf(page, 'Already uploaded:').first()
    expect(await again.getByRole('link', { name: 'known' }).getAttribute('href')).toMatch(/medias\/show/)
    await page.getByRole('button', { name: 'Skip: again' }).press('Enter')
    await page.getByRole('button', { name: 'Send anyway: third' }).press('Enter')
    // Open still: the pointer is on it.
    await tray(page).getByRole('link', { name: 'third' }).waitFor()
  })

  it('uploads of root use the company chosen once, and files that are no video are rejected', async () => {
    const { page } = await panel.openAs('root', '/video360')
    const film = await mp4File('Quay at noon.mp4')
    await addVideos(page, [film, zipFile('film.mp4'), textFile('VID_1_00_1.insv')])
    const dialog = page.getByRole('dialog', { name: 'Upload 3 files' })
    if ((await dialog.getByRole('combobox').inputValue()) === '') {
      await dialog.getByRole('combobox').click()
      await page.getByRole('option').first().click()
    }
    await dialog.getByRole('button', { name: 'Start' }).press('Enter')
    await itemOf(page, "The file format 'application/zip' is not acceptable: film.mp4").waitFor()
    await itemOf(page, 'The file is not a readable video.').waitFor()
    await tray(page).getByRole('link', { name: 'Quay at noon' }).waitFor()
  })

  it('signing out during an upload needs a confirmation', long, async () => {
    const { page } = await panel.openAs('partner', '/video360')
    await slowDown(page, 0.5)
    const film = await mp4File('long.mp4')
    const bytes = Buffer.concat([film.bytes, Buffer.alloc(6_000_000)])
    await addVideos(page, [{ ...film, bytes }])
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).press('Enter')
    await tray(page)
      .getByText(/^Uploading/)
      .waitFor()
    await page.getByText('Sign out').first().click()
    const question = page.getByRole('dialog')
    await question.getByText('Files are still being uploaded.').waitFor()
    await question.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL('**/signin')
    panel.forget('partner')
  })
})

/** A user of several companies chooses one of them for all files. */
const answerForWhom = async (page: Page, lang: KnownLanguage) => {
  const dialog = page.getByRole('dialog')
  const company = dialog.getByRole('combobox')
  await company.waitFor()
  if ((await company.inputValue()) === '') {
    await reach(company)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await pressOn(dialog.getByRole('button', { name: panelText(lang, 'uploads.begin'), exact: true }))
}

describe.each(journeyCells('admin', 'partner', 'root'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('a 3D video is requested with an uploaded 360° video', long, async () => {
      await panel.speak(role, lang)
      const { page } = await panel.openAs(role, '/video360', { viewport: { width, height: 900 } })
      await slowDown(page, 0.5)
      const name = `Ordered ${role} ${lang} ${width}`
      const film = await mp4File(`${name}.mp4`)
      const bytes = Buffer.concat([film.bytes, Buffer.alloc(3_000_000, name)])
      await addVideos(page, [{ ...film, bytes }], lang)
      if (role !== 'admin') await answerForWhom(page, lang)
      const toggle = page.getByRole('button', { expanded: false }).filter({ hasText: '%' })
      if (width < 600) await pressOn(toggle)
      await pressOn(page.getByRole('switch', { name: panelText(lang, 'uploads.preset.make') }), 'Space')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await pressOn(
        page.getByRole('option', { name: panelText(lang, 'uploads.preset.first', { seconds: '10' }) }),
      )
      await slowDown(page, 0)
      await pressOn(toggle.filter({ hasText: '100' }))
      await pressOn(page.locator('#upload-tray').getByRole('link', { name }))
      const [, vectos = ''] = panelText(lang, 'resources.vectos.name').split(' |||| ')
      await pressOn(page.getByRole('tab', { name: vectos }))
      await page.getByRole('tabpanel').getByRole('link', { name }).waitFor()
      await panel.speak(role, 'en')
    })
  },
)
