import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaFile, mp4File, textFile, zipFile } from '../support/media-files'
import { type Panel, startPanel } from '../support/panel'

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
/** Opens the file dialog as a keyboard does, and answers it. */
const chooseSeveral = async (page: Page, files: readonly MediaFile[], name = 'Upload several') => {
  const button = page.getByRole('button', { name })
  await page.locator('main').getByRole('link').nth(1).waitFor()
  const [dialog] = await Promise.all([page.waitForEvent('filechooser'), button.press('Enter')])
  await dialog.setFiles(onDisk(files))
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

describe('several files at once', () => {
  it('become medias while the user goes elsewhere, all by keyboard', async () => {
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

  it('that are there already, or chosen twice, are asked about', async () => {
    const { page } = await panel.openAs('admin', '/medias')
    const known = archive('known.zip')
    await chooseSeveral(page, [known])
    await tray(page).getByRole('link', { name: 'known' }).waitFor()
    await chooseSeveral(page, [
      { ...known, name: 'again.zip' },
      { ...known, name: 'third.zip' },
    ])
    const again = itemOf(page, 'Already there:').first()
    expect(await again.getByRole('link', { name: 'known' }).getAttribute('href')).toMatch(/medias\/show/)
    await page.getByRole('button', { name: 'Skip: again' }).press('Enter')
    await page.getByRole('button', { name: 'Send anyway: third' }).press('Enter')
    await tray(page).getByRole('link', { name: 'third' }).waitFor()
  })

  it('take the company that root chooses once; what is no video is refused with the reason', async () => {
    const { page } = await panel.openAs('root', '/video360')
    const film = await mp4File('Quay at noon.mp4')
    await chooseSeveral(page, [film, zipFile('film.mp4'), textFile('VID_1_00_1.insv')])
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

  it.each([
    [
      'en' as const,
      1280,
      'Upload several',
      'Make a 3D video of each when it is ready',
      'First 10 s',
      '3D video',
      '0:10',
    ],
    [
      'fr' as const,
      390,
      'Envoyer plusieurs fichiers',
      'Créer une vidéo 3D de chacune',
      '10 premières',
      'Vidéo 3D',
      '0:10',
    ],
    [
      'es' as const,
      1280,
      'Enviar varios archivos',
      'Crear un vídeo 3D de cada uno',
      'primeros 10 s',
      'Vídeo 3D',
      '0:10',
    ],
  ])('order a 3D video with each 360° video, by keyboard, in %s at %d pixels', async (...given) => {
    const [lang, width, several, order, part, field] = given
    await panel.speak('admin', lang)
    const { page } = await panel.openAs('admin', '/video360', { viewport: { width, height: 900 } })
    await slowDown(page, 0.5)
    const film = await mp4File(`Ordered ${lang}.mp4`)
    const bytes = Buffer.concat([film.bytes, Buffer.alloc(3_000_000, lang)])
    await chooseSeveral(page, [{ ...film, bytes }], several)
    const toggle = page.getByRole('button', { expanded: false }).filter({ hasText: '%' })
    if (width < 600) await toggle.press('Enter')
    await page.getByRole('switch', { name: order }).press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: part }).press('Enter')
    await slowDown(page, 0)
    const link = page.locator('#upload-tray').getByRole('link', { name: `Ordered ${lang}` })
    await link.press('Enter')
    const row = page
      .locator('dt, .RaLabeled-label, label, span, p')
      .filter({ hasText: new RegExp(`^${field}$`) })
    await row.first().waitFor()
    await page.getByText(/0:00 .*0:10/).waitFor()
    await panel.speak('admin', 'en')
  })

  it('are asked about before signing out, which cancels them', async () => {
    const { page } = await panel.openAs('partner', '/video360')
    await slowDown(page, 0.5)
    const film = await mp4File('long.mp4')
    const bytes = Buffer.concat([film.bytes, Buffer.alloc(6_000_000)])
    await chooseSeveral(page, [{ ...film, bytes }])
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
