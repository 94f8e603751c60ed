import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Link } from '~/model/fields'
import { answerDialog } from '../support/browser/browser'
import { chooseAction } from '../support/browser/list-controls'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { type Api, login } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  await panel.speak('root', 'en')
})
afterAll(() => panel.stop())

type Named = { uid: string; name: string; video: Link }

const one = async (resource: string, q: object) => {
  const [record] = await listAll<Named>(root, resource, q)
  if (!record) throw new Error(`The demo has none of ${resource} with ${JSON.stringify(q)}`)
  return record
}

/** The paths of a record in the API and in the panel. */
type Place = { readonly api: string; readonly screen: string }

const atOnce: Readonly<Record<string, () => Promise<Place>>> = {
  'a company': async () => {
    const { body } = await root.post<{ uid: string }>('companies', { name: 'Short-lived' })
    return { api: `companies/${body.uid}`, screen: `/company/show/${body.uid}` }
  },
  'a 360° video without 3D videos': async () => {
    const used = (await listAll<Named>(root, 'videos3d')).map(({ video }) => video.ref)
    const free = (await listAll(root, 'videos360')).find(({ uid }) => !used.includes(`videos/${uid}`))
    const uid = free?.uid
    return { api: `videos360/${uid}`, screen: `/video360/show/${uid}` }
  },
  'a 3D video that failed': async () => {
    const { uid, video } = await one('videos3d', { status: 'ko' })
    return { api: `${video.ref}/vectos/${uid}`, screen: `/video3d/show/${video.ref.split('/')[1]}/${uid}` }
  },
  'a download': async () => {
    const { uid } = await one('downloads', { status: 'disabled' })
    return { api: `downloads/${uid}`, screen: `/downloads/show/${uid}` }
  },
  'an e-mail template': async () => {
    const templates = await listAll<Named & { active: boolean }>(root, 'templates')
    const uid = templates.find(({ active }) => !active)?.uid
    return { api: `templates/${uid}`, screen: `/templates/show/${uid}` }
  },
}

describe('immediate deletion', () => {
  it.each(Object.entries(atOnce))(
    'root deletes %s on its screen after a confirmation',
    async (_what, find) => {
      const { api, screen } = await find()
      const { page } = await panel.openAs('root', screen, { provoked: [/404/] })
      await chooseAction(page, 'Delete')
      await page.getByRole('dialog').getByText('It stays in the trash for').waitFor()
      expect((await root.get(api)).status).toBe(200)
      await answerDialog(page, 'Delete')
      await page
        .locator('.MuiSnackbar-root')
        .getByText(/^[A-Z0-9][^.]* deleted$/)
        .waitFor()
      expect((await root.get(api)).status).toBe(404)
    },
  )
})

const later: Readonly<Record<string, () => Promise<Place>>> = {
  'an environment': async () => {
    const { uid } = await one('environments', { status: 'completed' })
    return { api: `environments/${uid}`, screen: `/environments/show/${uid}` }
  },
  'a version': async () => {
    const environments = await listAll<Named>(root, 'environments', { status: 'completed' })
    const place = environments.at(-1)?.uid
    const { uid } = await one(`environments/${place}/versions`, { status: 'completed' })
    return {
      api: `environments/${place}/versions/${uid}`,
      screen: `/environments/${place}/versions/${uid}/tree`,
    }
  },
}

const statusOf = async (api: string) => (await root.get<{ status: string }>(api)).body.status

const deleteIn = async (page: Page, days: string) => {
  await chooseAction(page, 'Delete')
  await page.getByRole('dialog').getByLabel('Delay in days').fill(days)
  await answerDialog(page, 'Delete')
  await page
    .locator('.MuiSnackbar-root')
    .getByText(/^[A-Z0-9][^.]* deleted$/)
    .waitFor()
}

describe('delayed deletion', () => {
  it.each(Object.entries(later))('root deletes %s with a delay and restores it', async (_what, find) => {
    const { api, screen } = await find()
    const { page } = await panel.openAs('root', screen)
    await deleteIn(page, '3')
    expect(await statusOf(api)).toBe('deletable')
    await page.goto(screen)
    await chooseAction(page, 'Restore')
    await answerDialog(page, 'Confirm')
    await expect.poll(() => statusOf(api)).toBe('completed')
    await page.getByRole('heading', { level: 1 }).locator('..').getByText('Completed').waitFor()
  })
})

it('deleting a session on its screen signs its user out', async () => {
  const other = await login(panel.server.url, emailOf('viewer'), demoPassword)
  const { body: mine } = await other.get<{ results: { uid: string; current: boolean }[] }>('me/sessions')
  const uid = mine.results.find(({ current }) => current)?.uid
  const { page } = await panel.openAs('root', `/sessions/show/${uid}`)
  await chooseAction(page, 'Delete')
  await answerDialog(page, 'Delete')
  await expect.poll(async () => (await other.get('users/me')).status).toBe(401)
})
