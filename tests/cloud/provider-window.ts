import type { BrowserContext, Page } from 'playwright'

/** Resources that the emulator's sign-in page requests and works without. */
export const ofTheWindow = /https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//

/** Replaces the script of Google's that the window and the panel talk through. */
export const standInForGoogle = (context: BrowserContext) =>
  context.route('https://apis.google.com/js/api.js**', route =>
    route.fulfill({ path: 'tests/cloud/stand-ins/gapi.js', contentType: 'text/javascript' }),
  )

export const providerButton = (page: Page) =>
  page.getByRole('button', { name: 'Continue with your organisation' })

/** The emulator's page on which the user chooses an account. */
export const openWindow = async (page: Page) => {
  const opening = page.waitForEvent('popup')
  await providerButton(page).click()
  return opening
}

/** Signs in to the provider with this address, which the provider has verified. */
export const chooseNew = async (popup: Page, email: string) => {
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#sign-in').click()
}
