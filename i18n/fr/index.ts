import type { Catalogue } from '../catalogue'
import account from './account.json'
import cli from './cli.json'
import later from './later.json'
import mail from './mail.json'
import notifications from './notifications.json'
import onboarding from './onboarding.json'
import panel from './panel.json'

/** A key of English that is missing here does not compile. */
export const catalogue: Catalogue = { account, cli, later, mail, notifications, onboarding, panel }
