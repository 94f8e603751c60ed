import type { Page } from 'playwright'
import type { Api } from './api'
import { listAll } from './demo-world'

/** A record of each kind, for the screens that show one: the first of its list. */
const uidOf = async (api: Api, resource: string, q: object = {}) => {
  const [first] = await listAll(api, resource, q)
  if (!first) throw new Error(`no ${resource} in the demo data where ${JSON.stringify(q)}`)
  return first.uid
}

/** The addresses of every screen there is, with its tabs, on records of the demo data. */
export const everyScreen = async (api: Api): Promise<string[]> => {
  const company = await uidOf(api, 'companies', { name: 'Musée du Littoral' })
  const user = await uidOf(api, 'users', { status: 'active', company: `companies/${company}` })
  const media = await uidOf(api, 'medias', { status: 'completed', company: `companies/${company}` })
  const deletable = await uidOf(api, 'medias', { status: 'deletable' })
  return [
    '/home',
    '/user/record',
    '/nowhere',
    '/company',
    '/company/create',
    ...['', '#users', '#events'].map(hash => `/company/show/${company}${hash}`),
    `/company/modify/${company}`,
    ...['', '#invited', '#deleted'].map(hash => `/user${hash}`),
    '/user/create',
    ...['', '#events'].map(hash => `/user/show/${user}${hash}`),
    `/user/modify/${user}`,
    ...['', '#grid', '#pending'].map(hash => `/medias${hash}`),
    '/medias/create',
    ...['', '#events'].map(hash => `/medias/show/${media}${hash}`),
    `/medias/show/${deletable}`,
    `/medias/modify/${media}`,
  ]
}

/** Waits until a screen has its name and all its content: nothing is a grey shape any more. */
export const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy=true], .splash'))
}
