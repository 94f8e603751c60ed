import type { Locator } from 'playwright'
import { recordMenu } from '~/tests/support/browser/list-controls'
import { type Api, login } from '~/tests/support/server/api'
import { demoPassword } from '~/tests/support/server/test-server'
import { sphereFilm } from '~/tests/support/video/films'
import type { MediaFile } from '~/tests/support/video/media-files'
import type { Hand } from './hand'

export type Given = { readonly url: string; readonly api: Api; readonly company: string }

/** A task of a day's work: its preparation, and the actions of the user from the home page on. */
export type Step = {
  readonly who: 'admin' | 'root'
  readonly what: string
  /** Starts signed out. */
  readonly signedOut?: true
  readonly prepare?: (given: Given) => Promise<unknown>
  /** Actions before the task that are not counted. */
  readonly begin?: (hand: Hand, given: Given) => Promise<unknown>
  readonly run: (hand: Hand) => Promise<unknown>
}

/** Unique videos of 12 s, so that the server finds no duplicates. */
const films = (names: readonly string[]): MediaFile[] =>
  names.map(name => ({
    ...sphereFilm({ seconds: 12, more: ['-metadata', `comment=${name} ${Date.now()}`] }),
    name: `${name}.mp4`,
  }))

export const signIn = async ({ page, type, press }: Hand, name: string) => {
  await type(page.getByLabel(/e-?mail/i), `${name}@demo.example`)
  await type(page.getByLabel(/password/i).first(), demoPassword)
  await press('Enter')
  await page.waitForURL('**/home')
}

const menu = ({ page }: Hand, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

const newGroup =
  (name: string) =>
  async ({ api, company }: Given) => {
    const { status } = await api.post(`${company}/groups`, { name, comment: 'From ten to six' })
    if (status !== 201) throw new Error(`A group: ${status}`)
  }

const newUsers =
  (lastname: string, count: number) =>
  async ({ api, company }: Given) => {
    for (let n = 1; n <= count; n += 1) {
      const email = `${lastname}-${n}-${Date.now()}@day.example`
      const user = { firstname: 'Kay', lastname, email, password: demoPassword, role: 'viewer', lang: 'en' }
      const { status } = await api.post('users', { ...user, company: { ref: company }, origin: 'creation' })
      if (status !== 201) throw new Error(`A user: ${status}`)
    }
  }

const row = ({ page }: Pick<Hand, 'page'>, name: string | RegExp) => page.getByRole('row', { name }).first()
const button = (within: Hand['page'] | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
const names = ['Quay', 'Bridge', 'Harbour']

export const steps: readonly Step[] = [
  {
    who: 'admin',
    what: 'signs in and sees what failed, and what is running out',
    signedOut: true,
    run: async hand => {
      await signIn(hand, 'admin')
      await hand.page.getByRole('link', { name: /3D videos? failed/ }).waitFor()
    },
  },
  {
    who: 'admin',
    what: 'sends three 360° videos and orders a 3D video of the first 10 s of each',
    run: async hand => {
      const { page } = hand
      await hand.click(menu(hand, '360 videos'))
      await hand.click(button(page, 'Add a video'))
      await hand.choose(page.getByRole('menuitem', { name: /^Upload several/ }), films(names))
      const tray = page.getByRole('region', { name: 'Uploads' })
      await hand.click(tray.getByRole('switch', { name: 'Create a 3D video of each when it is ready' }))
      await hand.click(tray.getByRole('combobox').nth(1))
      await hand.click(page.getByRole('option', { name: 'First 10 s' }))
      await tray.getByRole('button', { name: /^3 of 3 files/ }).waitFor({ timeout: 120_000 })
    },
  },
  {
    who: 'admin',
    what: 'opens a 360° video whose name is known',
    run: async hand => {
      await hand.press('Control+k')
      await hand.page.getByRole('dialog').getByRole('combobox').waitFor()
      await hand.type(hand.page.getByRole('dialog').getByRole('combobox'), 'quai nord')
      await hand.page
        .getByRole('option', { name: /Quai nord/ })
        .first()
        .waitFor()
      await hand.press('Enter')
      await hand.page.getByRole('heading', { name: 'Quai nord' }).first().waitFor()
    },
  },
  {
    who: 'admin',
    what: 'takes back the deletion of a group',
    prepare: newGroup('Night shift'),
    begin: async ({ page, click }, { company }) => {
      await page.goto(`/company/groups/${company.split('/')[1]}`)
      await click(row({ page }, /Night shift/).getByRole('button', { name: /^More actions/ }))
      await click(page.getByRole('menuitem', { name: 'Delete' }))
      await click(button(page.getByRole('dialog'), 'Delete'))
      await page.getByText('Group deleted').waitFor()
    },
    run: async hand => {
      await hand.click(button(hand.page, 'Undo'))
      await row(hand, /Night shift/).waitFor()
    },
  },
  {
    who: 'root',
    what: 'suspends five users of a team',
    prepare: newUsers('Leaver', 5),
    run: async hand => {
      const { page } = hand
      await hand.click(menu(hand, 'Users'))
      await hand.type(page.getByRole('search').getByLabel('Search'), 'leaver')
      await page.getByText(/^1-5 of 5$/).waitFor()
      await hand.click(page.getByRole('checkbox').first())
      await hand.click(button(page.getByRole('toolbar'), 'Suspend'))
      const dialog = page.getByRole('dialog')
      await hand.click(button(dialog, 'Suspend'))
      await dialog.getByText(/5 records (are|were)/).waitFor()
    },
  },
  {
    who: 'root',
    what: 'takes on a customer: company, seats, active seats, minutes, first user',
    run: async hand => {
      const { page } = hand
      await hand.click(menu(hand, 'Companies'))
      await hand.click(page.getByRole('link', { name: 'New customer' }))
      await hand.type(page.getByRole('textbox', { name: /^Name/ }), 'Aerial Views')
      const quotas = { 'User seats': '10', 'Active seats': '5', 'Video minutes': '60' }
      for (const [name, text] of Object.entries(quotas))
        await hand.type(page.getByRole('spinbutton', { name }), text)
      await hand.type(page.getByRole('textbox', { name: /^E-mail/ }), 'first@aerial.example')
      await hand.press('Enter')
      await page.getByRole('textbox', { name: 'Link of the invitation' }).waitFor()
    },
  },
  {
    who: 'admin',
    what: 'finds who deleted a group',
    prepare: async given => {
      await newGroup('Early shift')(given)
      const { body } = await given.api.get<{ results: { uid: string; name: string }[] }>(
        `${given.company}/groups?batch=100`,
      )
      const found = body.results.find(({ name }) => name === 'Early shift')
      await given.api.del(`${given.company}/groups/${found?.uid}`)
    },
    run: async hand => {
      await hand.click(menu(hand, 'Audit log'))
      const search = hand.page.getByRole('search')
      await hand.click(button(search, 'Filter'))
      await hand.click(hand.page.getByRole('menuitem', { name: 'Event', exact: true }))
      await hand.click(search.getByRole('combobox', { name: /^Event/ }))
      await hand.click(hand.page.getByRole('option', { name: 'Deleted', exact: true }))
      await row(hand, /Early shift/).waitFor()
    },
  },
  {
    who: 'admin',
    what: 'sees the panel as a user who cannot find something',
    prepare: ({ url }) => given(url, 'viewer'),
    run: async hand => {
      const { page } = hand
      await hand.click(menu(hand, 'Users'))
      await hand.type(page.getByRole('search').getByLabel('Search'), 'visit')
      await hand.click(row(hand, /viewer@demo/).getByRole('link', { name: /viewer@demo/ }))
      await hand.click(recordMenu(page))
      await hand.click(page.getByRole('menuitem', { name: 'See the panel as this user' }))
      await hand.click(button(page.getByRole('dialog'), 'See the panel'))
      await page.getByRole('region', { name: 'View as another user' }).waitFor()
    },
  },
  {
    who: 'admin',
    what: 'exports the minutes used in the last 30 days',
    run: async hand => {
      const { page } = hand
      await hand.click(menu(hand, 'Usage'))
      await hand.click(button(page, '30 days'))
      const download = page.waitForEvent('download')
      await hand.click(button(page, 'Export (CSV)').first())
      await download
    },
  },
]

/** Signs in through the API, in English. */
export const given = async (url: string, name: string): Promise<Given> => {
  const api = await login(url, `${name}@demo.example`, demoPassword, () => undefined)
  const { body } = await api.get<{ uid: string; company: { ref: string } }>('users/me')
  await api.patch(`users/${body.uid}`, { lang: 'en' })
  return { url, api, company: body.company.ref }
}
