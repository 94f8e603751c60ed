import type account from './en/account.json'
import type mail from './en/mail.json'
import type onboarding from './en/onboarding.json'
import type panel from './en/panel.json'

/** The texts of a language, by file: those of English, key by key. */
export type Catalogue = {
  readonly account: typeof account
  readonly mail: typeof mail
  readonly onboarding: typeof onboarding
  readonly panel: typeof panel
}
