import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyRuntime } from '~/scripts/runtime-files'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { copyProject } from '../support/process/project-copy'

/** Folder of an installation without sources, with the content of the image. */
let installation: string
let panel: Panel

beforeAll(async () => {
  installation = mkdtempSync(join(tmpdir(), 'vecto-installation-'))
  copyRuntime(installation)
  panel = await startPanel({ installation })
})
afterAll(async () => {
  await panel.stop()
  rmSync(installation, { recursive: true, force: true })
})

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })
const toProfile = (page: Page) =>
  menu(page)
    .getByRole('link', { name: /Maya Manager/ })
    .click()
const profile = (page: Page) => page.getByRole('heading', { name: 'My account' }).first()
const banner = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

describe('scripts that fail to load', () => {
  it('a script that fails to load is retried until its screen opens', async () => {
    const { page, context } = await panel.openAs('manager', '/home', {
      provoked: [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /Failed to fetch/],
    })
    await page.getByRole('heading', { name: /Maya/ }).first().waitFor()
    // The page may have loaded the script in an earlier test: with a route, Playwright disables the cache.
    await page.route('**/nothing', route => route.continue())
    await context.setOffline(true)
    await toProfile(page)
    const waiting = banner(page, 'Part of this page could not be loaded')
    await waiting.waitFor()
    expect(await menu(page).isVisible()).toBe(true)
    await context.setOffline(false)
    await profile(page).waitFor()
    await waiting.waitFor({ state: 'hidden' })
  })

  it('a script that a new build has replaced shows a banner that reloads the panel', long, async () => {
    const { page } = await panel.openAs('manager', '/home', {
      provoked: [/404/, /dynamically imported module/, /Failed to fetch/],
    })
    await page.getByRole('heading', { name: /Maya/ }).first().waitFor()
    const copy = copyProject()
    appendFileSync(
      join(copy.folder, 'src/features/profile/profile.tsx'),
      "\nProfile.displayName = 'SecondBuild'\n",
    )
    const outDir = join(installation, 'dist')
    const build = ['build', '--manifest', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
    await copy.run('vite/bin/vite.js', build, {
      BACKEND: 'onpremise',
      NODE_ENV: 'production',
    })
    copy.remove()
    await toProfile(page)
    const told = banner(page, 'A new version is available')
    await told.waitFor()
    await told.getByRole('button', { name: 'Reload' }).click()
    await profile(page).waitFor()
    expect(await told.count()).toBe(0)
  })
})
