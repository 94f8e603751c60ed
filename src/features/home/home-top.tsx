import { HomeLink } from '~/src/features/customers/customer-link'
import { InfoBanner } from '~/src/ui/info-banner'
import { Invitations } from './invitations'

/** What stands below the welcome. */
export const HomeTop = () => (
  <>
    <Invitations />
    <InfoBanner name="home" />
    <HomeLink />
  </>
)
