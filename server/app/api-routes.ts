import { addAccessRoutes, addReachRoutes } from '~/server/features/access/access-routes'
import { addIdentityRoutes } from '~/server/features/auth/auth-routes'
import { addFirebaseFactorRoutes } from '~/server/features/auth/firebase-factor'
import { addOidcRoutes } from '~/server/features/auth/oidc-routes'
import { addPasskeyRoutes } from '~/server/features/auth/passkeys/passkey-routes'
import { addSecondFactorRoutes } from '~/server/features/auth/second-factor-routes'
import { addStakeholderRoutes } from '~/server/features/companies/stakeholder-routes'
import { addCustomerRoutes } from '~/server/features/customers/customer-routes'
import { addAttentionRoutes } from '~/server/features/home/attention-routes'
import { addChecklistRoutes } from '~/server/features/home/checklist-routes'
import { addInvitationRoutes } from '~/server/features/invitations/invitation-routes'
import { addInviteRoutes } from '~/server/features/invitations/invite-user'
import type { LongLivedConnections } from '~/server/features/live/long-lived-connections'
import { addStreamRoutes } from '~/server/features/live/streams'
import { addMailRoutes } from '~/server/features/mails/mail-routes'
import { addHealthRoutes } from '~/server/features/maintenance/health-routes'
import { addMaintenanceRoutes } from '~/server/features/maintenance/maintenance-routes'
import { addMetricsRoutes } from '~/server/features/maintenance/metrics-routes'
import { addNotificationRoutes } from '~/server/features/notifications/notification-routes'
import { addOnboardingRoutes } from '~/server/features/onboarding/onboarding-routes'
import { addPasswordResetRoutes } from '~/server/features/onboarding/password-reset-routes'
import { addPlaybackRoutes } from '~/server/features/playbacks/playback-routes'
import { addProcessingRoutes } from '~/server/features/processing/processing-routes'
import { addWatchRoutes } from '~/server/features/public-links/watch-routes'
import { addOwnSessionRoutes } from '~/server/features/sessions/own-session-routes'
import { addSetupRoutes } from '~/server/features/setup/setup-routes'
import { addDownloadRoutes } from '~/server/features/uploads/download-routes'
import { addUploadRoutes } from '~/server/features/uploads/upload-routes'
import { addQuotaRoutes } from '~/server/features/usage/quota-routes'
import { addUsageRoutes } from '~/server/features/usage/usage-routes'
import { addAccountsAboveRoutes } from '~/server/features/users/accounts-above'
import { addValueRoutes } from '~/server/features/users/value-routes'
import { addPreviewRoutes, addVideoJobRoutes } from '~/server/features/videos/video-routes'
import type { App } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import { addDocsRoutes } from '~/server/records/openapi'
import { addResourceRoutes } from '~/server/records/routes'

type AddRoutes = (api: App, services: Services, connections: LongLivedConnections) => void

/** All routes under `/parse`, in the order in which the description of the API lists them. */
const routes: readonly AddRoutes[] = [
  addHealthRoutes,
  addIdentityRoutes,
  addVideoJobRoutes,
  addPreviewRoutes,
  (api, services) => addResourceRoutes(api, services),
  addAccessRoutes,
  addReachRoutes,
  addUploadRoutes,
  addDownloadRoutes,
  addInvitationRoutes,
  addAttentionRoutes,
  addChecklistRoutes,
  addNotificationRoutes,
  addUsageRoutes,
  addQuotaRoutes,
  addPlaybackRoutes,
  addWatchRoutes,
  addOidcRoutes,
  addOwnSessionRoutes,
  addSecondFactorRoutes,
  addFirebaseFactorRoutes,
  addPasskeyRoutes,
  addInviteRoutes,
  addMailRoutes,
  addMaintenanceRoutes,
  addMetricsRoutes,
  addOnboardingRoutes,
  addPasswordResetRoutes,
  addSetupRoutes,
  addStakeholderRoutes,
  addAccountsAboveRoutes,
  addCustomerRoutes,
  addValueRoutes,
  addProcessingRoutes,
  addStreamRoutes,
  addDocsRoutes,
]

export const addApiRoutes: AddRoutes = (...api) => {
  for (const add of routes) add(...api)
}
