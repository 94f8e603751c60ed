import { mergeTexts } from '../merge-texts'
import { access } from './access'
import { account } from './account'
import { actions } from './actions'
import { automation } from './automation'
import { bulk } from './bulk'
import { cli } from './cli'
import { companies } from './companies'
import { downloads } from './downloads'
import { environments } from './environments'
import { errors } from './errors'
import { events } from './events'
import { forms } from './forms'
import { frame } from './frame'
import { home } from './home'
import { lists } from './lists'
import { mail } from './mail'
import { maintenance } from './maintenance'
import { medias } from './medias'
import { notificationList } from './notification-list'
import { notifications } from './notifications'
import { onboarding } from './onboarding'
import { opening } from './opening'
import { player } from './player'
import { processing } from './processing'
import { publicLinks } from './public-links'
import { sessions } from './sessions'
import { templates } from './templates'
import { trash } from './trash'
import { uploads } from './uploads'
import { usage } from './usage'
import { users } from './users'
import { vectos } from './vectos'
import { videos } from './videos'
import { watch } from './watch'

export const catalogue = {
  account,
  cli,
  mail,
  notifications,
  onboarding,
  texts: mergeTexts(
    access,
    actions,
    automation,
    bulk,
    companies,
    downloads,
    environments,
    errors,
    events,
    forms,
    frame,
    home,
    lists,
    maintenance,
    medias,
    notificationList,
    opening,
    player,
    processing,
    publicLinks,
    sessions,
    templates,
    trash,
    uploads,
    usage,
    users,
    vectos,
    videos,
  ),
  watch,
} as const
