import type { ResourceName, registry } from '~/model/registry'
import { companyHooks } from '~/server/features/companies/company-hooks'
import { downloadHooks } from '~/server/features/downloads/download-hooks'
import { environmentHooks, versionHooks } from '~/server/features/environments/environment-hooks'
import { eventHooks } from '~/server/features/events/event-hooks'
import { groupHooks } from '~/server/features/groups/group-hooks'
import { guestHooks } from '~/server/features/invitations/guest-hooks'
import { mailHooks } from '~/server/features/mails/mail-hooks'
import { mediaHooks } from '~/server/features/medias/media-hooks'
import { notificationHooks } from '~/server/features/notifications/notification-hooks'
import { publicLinkHooks } from '~/server/features/public-links/public-link-hooks'
import { purchaseHooks } from '~/server/features/purchases/purchase-hooks'
import { sessionHooks } from '~/server/features/sessions/session-hooks'
import { templateHooks } from '~/server/features/templates/template-hooks'
import { tokenHooks } from '~/server/features/tokens/token-hooks'
import { trashHooks } from '~/server/features/trash/trash-hooks'
import { userHooks } from '~/server/features/users/user-hooks'
import { vectoHooks } from '~/server/features/vectos/vecto-hooks'
import { videoHooks } from '~/server/features/videos/video-hooks'
import { viewingHooks } from '~/server/features/viewings/viewing-hooks'
import { viewHooks } from '~/server/features/views/view-hooks'
import { deliveryHooks } from '~/server/features/webhooks/delivery-hooks'
import { webhookHooks } from '~/server/features/webhooks/webhook-hooks'
import { type Hooks, type HooksOf, noHooks } from '~/server/records/context'

/** Behaviour of resources beyond their declaration. */
const hooks: { readonly [N in ResourceName]?: Hooks<(typeof registry)[N]> } = {
  companies: companyHooks,
  deliveries: deliveryHooks,
  downloads: downloadHooks,
  environments: environmentHooks,
  events: eventHooks,
  groups: groupHooks,
  guests: guestHooks,
  mails: mailHooks,
  medias: mediaHooks,
  notifications: notificationHooks,
  public_links: publicLinkHooks,
  purchases: purchaseHooks,
  sessions: sessionHooks,
  templates: templateHooks,
  tokens: tokenHooks,
  trash: trashHooks,
  users: userHooks,
  vectos: vectoHooks,
  versions: versionHooks,
  videos: videoHooks,
  webhooks: webhookHooks,
  viewings: viewingHooks,
  views: viewHooks,
}

export const hooksOf: HooksOf = name =>
  (hooks as Readonly<Record<string, Hooks | undefined>>)[name] ?? noHooks
