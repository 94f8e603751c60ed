import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseAction, recordMenu } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

type Vecto = Found & { name: string; status: string; video: { ref: string } }
type Version = Found & { status: string; updatedAt: string; accessList: { ref: string }[] }

let panel: Panel
let root: Api
let environment: Found
let version: Version

/** A completed version, whose tree has nodes to expand. */
const findVersion = async () => {
  for (const each of await listAll<Found>(root, 'environments', { status: 'completed' })) {
    const versions = await listAll<Version>(root, `environments/${each.uid}/versions`)
    const completed = versions.find(({ status }) => status === 'completed')
    if (completed) return { environment: each, version: completed }
  }
  throw new Error('no completed version in the demo data')
}

beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  ;({ environment, version } = await findVersion())
})
afterAll(() => panel.stop())

const treePath = () => `/environments/${environment.uid}/versions/${version.uid}/tree`

const vectoIn = async (status: string) => {
  const [found] = await listAll<Vecto>(root, 'videos3d', { status })
  if (!found) throw new Error(`no 3D video in status ${status}`)
  return { ...found, place: `${found.video.ref.split('/')[1]}/${found.uid}` }
}

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const node = (type: string, name: string, children: object[] = []) => ({ uid: name, name, type, children })
const overlays = (one: number) => many(200, two => node('Overlay', `Overlay ${one} ${two}`))
/** A tree of about 5,000 nodes. */
const large = node(
  'Project',
  'Root',
  many(25, one => node('Dashboard', `Dashboard ${one}`, overlays(one))),
)

describe('version tree', () => {
  it('the keyboard navigates the version tree at 1280 and 390 pixels', async () => {
    for (const width of [1280, 390]) {
      const { page } = await panel.openAs('root', treePath(), { viewport: { width, height: 844 } })
      const tree = page.getByRole('tree')
      await tree.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      const chosen = page.getByRole('treeitem', { selected: true })
      expect(await chosen.getAttribute('aria-level')).toBe('2')
      expect(await chosen.getAttribute('aria-expanded')).toBe('true')
      await page.keyboard.press('Home')
      expect(await chosen.getAttribute('aria-level')).toBe('1')
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(tooWide).toBe(false)
    }
  })

  it('a version tree of 5,000 nodes is virtualized when expanded, scrolled and searched', async () => {
    const { page } = await panel.openAs('root', '/home')
    await page.route(`**/parse/**/versions/${version.uid}/tree`, route => route.fulfill({ json: large }))
    await page.goto(treePath())
    await page.getByRole('button', { name: 'Expand all' }).click()
    const items = page.getByRole('treeitem')
    expect(await items.count()).toBeLessThan(60)
    await page.getByRole('tree').focus()
    await page.keyboard.press('End')
    await page.getByRole('treeitem', { name: 'Overlay Overlay 24 199', selected: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Find a node' }).fill('overlay 23 17')
    await page.getByText('11 nodes').waitFor()
    expect(await items.count()).toBe(13)
  })
})

describe('version screen', () => {
  it('the version screen shows the publication log and saves the access list', long, async () => {
    const { page } = await panel.openAs('root', `${treePath()}#details`)
    await chooseAction(page, 'Log')
    const log = page.getByRole('dialog')
    expect(await log.getByRole('textbox', { name: 'Log' }).inputValue()).not.toBe('')
    await log.getByRole('button', { name: 'Close' }).click()
    await chooseAction(page, 'Access list')
    const dialog = page.getByRole('dialog')
    const chips = dialog.locator('.MuiChip-root')
    await chips.first().waitFor()
    const before = await chips.count()
    await dialog.getByRole('combobox', { name: 'Access list' }).click()
    await page.getByRole('option').first().click()
    await chips.nth(before).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Access list saved').waitFor()
    const { body } = await root.get<Version>(`environments/${environment.uid}/versions/${version.uid}`)
    expect(body.accessList).toHaveLength(version.accessList.length + 1)
    expect(body.updatedAt).not.toBe(version.updatedAt)
  })
})

describe('360° video screen', () => {
  it('playing a 360° video records a view of the video file only', async () => {
    const [video] = await listAll(root, 'videos', { pending: false })
    const { page } = await panel.openAs('root', `/video360/show/${video?.uid}`)
    const player = page.locator('video')
    await player.waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1)
    expect(await player.evaluate((element: HTMLVideoElement) => element.duration)).toBeGreaterThan(0)
    const counted = page.waitForResponse(answer => answer.url().endsWith('/parse/playbacks'))
    await player.evaluate((element: HTMLVideoElement) => element.play())
    await counted
    const events = await listAll<Found & { args: { field: string } }>(root, 'events', {
      ...{ object: `videos/${video?.uid}`, event: 'view' },
    })
    expect(new Set(events.map(({ args }) => args.field))).toEqual(new Set(['lowFile']))
    await page.goto(`/video360/show/${video?.uid}#events`)
    await page.getByRole('cell', { name: 'Viewed', exact: true }).first().waitFor()
  })
})

describe('3D video screen', () => {
  it('renaming a 3D video rejects its current name and applies another', async () => {
    const vecto = await vectoIn('completed')
    const { page } = await panel.openAs('root', `/video3d/rename/${vecto.place}`, {
      provoked: [/422/],
    })
    const field = page.getByRole('textbox', { name: 'New name' })
    await field.fill(vecto.name)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('This is the current value: choose another').waitFor()
    await field.fill('Another name altogether')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The 3D video is being renamed').waitFor()
    expect(new URL(page.url()).pathname).toBe('/video3d')
    await expect
      .poll(async () => (await root.get<Vecto>(`${vecto.video.ref}/vectos/${vecto.uid}`)).body)
      .toMatchObject({ name: 'Another name altogether', status: 'completed' })
  })

  it('a failed 3D video shows its failure and cannot be renamed', async () => {
    const vecto = await vectoIn('ko')
    const { page } = await panel.openAs('root', `/video3d/show/${vecto.place}`)
    const steps = page.getByRole('region', { name: 'Progress' }).getByRole('listitem')
    expect(await steps.last().textContent()).toContain('Failed')
    await recordMenu(page).click()
    expect(await page.getByRole('menuitem', { name: /^Rename/ }).isDisabled()).toBe(true)
  })
})
