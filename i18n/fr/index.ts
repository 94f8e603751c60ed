import { account } from './account'
import { cli } from './cli'
import { later } from './later'
import { mail } from './mail'
import { notifications } from './notifications'
import { onboarding } from './onboarding'
import { panel } from './panel'

export const catalogue = {
  account,
  cli,
  later,
  mail,
  notifications,
  onboarding,
  panel,
} as const
