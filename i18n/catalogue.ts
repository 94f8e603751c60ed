import type { account } from './en/account'
import type { cli } from './en/cli'
import type { later } from './en/later'
import type { mail } from './en/mail'
import type { notifications } from './en/notifications'
import type { onboarding } from './en/onboarding'
import type { panel } from './en/panel'
import type { Translation } from './translation'

/** The texts of a language, by file: those of English, key by key and with their placeholders. */
export type Catalogue = Translation<{
  account: typeof account
  /** What the command line `vecto` says. */
  cli: typeof cli
  /** What the panel says in parts that are loaded after the first rows of a list: pages, dialogs, forms, players. */
  later: typeof later
  mail: typeof mail
  /** What users are told of, in the panel and in the subjects of general e-mails. */
  notifications: typeof notifications
  onboarding: typeof onboarding
  panel: typeof panel
}>
