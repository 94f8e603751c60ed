import type account from './en/account.json'
import type cli from './en/cli.json'
import type later from './en/later.json'
import type mail from './en/mail.json'
import type notifications from './en/notifications.json'
import type onboarding from './en/onboarding.json'
import type panel from './en/panel.json'

/** The texts of a language, by file: those of English, key by key. */
export type Catalogue = {
  readonly account: typeof account
  /** What the command line `vecto` says. */
  readonly cli: typeof cli
  /** What the panel says in parts that are loaded after the first rows of a list: pages, dialogs, forms, players. */
  readonly later: typeof later
  readonly mail: typeof mail
  /** What users are told of, in the panel and in the subjects of general e-mails. */
  readonly notifications: typeof notifications
  readonly onboarding: typeof onboarding
  readonly panel: typeof panel
}
