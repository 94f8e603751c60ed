import type { Page } from 'playwright'

type Invited = { readonly email: string; readonly role: string; readonly company?: RegExp | string }

/** Fills in and submits the form that invites a user. */
export const inviteUser = async (page: Page, { email, role, company }: Invited) => {
  await page.getByRole('heading', { name: 'Invite a user' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  if (company) {
    await page.getByRole('combobox', { name: 'Company' }).click()
    await page.getByRole('option', { name: company }).first().click()
  }
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: role }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
}

export const invitedPassword = 'my-own-secret'

type Answers = { readonly email?: string; readonly password?: string }

/** Fills in the form of an invited user, Iris Neuf. @param email where the link does not name it, as Firebase's */
export const fillAccount = async (page: Page, { email, password = invitedPassword }: Answers = {}) => {
  if (email) await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('First name').fill('Iris')
  await page.getByLabel('Last name').fill('Neuf')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password (confirmation)').fill(password)
  await page.getByRole('checkbox').check()
}

export const openAccount = (page: Page) => page.getByRole('button', { name: 'Open my account' }).click()
