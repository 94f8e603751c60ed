import type { SlotName } from '~/model/registry'
import type { Slot } from '~/src/admin/admin-config'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'

/**
 * All bespoke components that definitions name; a missing one is a compile error. Only those that the first rows of a
 * list show are `lazyPart`: their texts are in `i18n/first-texts.ts`.
 */
export const slots: Readonly<Record<SlotName, Slot>> = {
  QuotaField: {
    view: lazyPart(() => import('~/src/features/companies/quota-field').then(file => file.QuotaField)),
  },
  RoleInput: {
    input: laterPart(() => import('~/src/features/users/role-input').then(file => file.RoleInput)),
  },
  PasswordPair: {
    input: laterPart(() => import('~/src/features/users/password-pair').then(file => file.PasswordPair)),
  },
  MediaFile: {
    view: laterPart(() => import('~/src/features/medias/media-file-view').then(file => file.MediaFileView)),
    input: laterPart(() =>
      import('~/src/features/medias/media-file-input').then(file => file.MediaFileInput),
    ),
  },
  FromFile: { input: laterPart(() => import('~/src/features/medias/from-file').then(file => file.FromFile)) },
  MediaThumb: {
    view: lazyPart(() => import('~/src/features/medias/media-thumb').then(file => file.MediaThumb)),
  },
  MediaCard: {
    card: lazyPart(() => import('~/src/features/medias/media-card').then(file => file.MediaCard)),
  },
  MediaListActions: {
    panel: laterPart(() =>
      import('~/src/features/medias/media-list-actions').then(file => file.MediaListActions),
    ),
  },
  EventChanges: {
    view: laterPart(() => import('~/src/features/events/event-changes').then(file => file.EventChanges)),
    csv: () => import('~/src/features/events/event-cells').then(({ changesCell }) => changesCell),
  },
  EventRecord: {
    view: laterPart(() => import('~/src/features/events/event-record').then(file => file.EventRecord)),
    csv: () => import('~/src/features/events/event-cells').then(({ recordCell }) => recordCell),
  },
  AuditTabs: {
    panel: laterPart(() => import('~/src/features/events/audit-tabs').then(file => file.AuditTabs)),
  },
  NotificationTitle: {
    view: laterPart(() =>
      import('~/src/features/notifications/notification-title').then(file => file.NotificationTitle),
    ),
  },
  SecurityDetails: {
    view: laterPart(() =>
      import('~/src/features/security-events/security-details').then(file => file.SecurityDetails),
    ),
    csv: () =>
      import('~/src/features/security-events/security-details').then(({ securityCell }) => securityCell),
  },
  CompanyActions: {
    actions: lazyPart(() =>
      import('~/src/features/companies/company-actions').then(file => file.CompanyActions),
    ),
  },
  CustomerLink: {
    panel: laterPart(() => import('~/src/features/customers/customer-link').then(file => file.CustomerLink)),
  },
  Stakeholders: {
    panel: laterPart(() => import('~/src/features/companies/stakeholders').then(file => file.Stakeholders)),
  },
  InstallerFile: {
    view: laterPart(() => import('~/src/features/downloads/installer-view').then(file => file.InstallerView)),
    input: laterPart(() =>
      import('~/src/features/downloads/installer-input').then(file => file.InstallerInput),
    ),
  },
  DeletedElsewhere: {
    panel: laterPart(() =>
      import('~/src/features/trash/deleted-elsewhere').then(file => file.DeletedElsewhere),
    ),
  },
  GroupListActions: {
    panel: laterPart(() =>
      import('~/src/features/groups/group-list-actions').then(file => file.GroupListActions),
    ),
  },
  GuestsField: {
    input: laterPart(() => import('~/src/features/groups/guests-input').then(file => file.GuestsInput)),
  },
  SignedQuantity: {
    view: laterPart(() =>
      import('~/src/features/purchases/signed-quantity').then(file => file.SignedQuantity),
    ),
    input: laterPart(() =>
      import('~/src/features/purchases/signed-quantity-input').then(file => file.SignedQuantityInput),
    ),
  },
  UserListActions: {
    panel: laterPart(() =>
      import('~/src/features/users/user-list-actions').then(file => file.UserListActions),
    ),
  },
  UserActions: {
    actions: lazyPart(() => import('~/src/features/users/user-actions').then(file => file.UserActions)),
  },
  VersionActions: {
    actions: laterPart(() =>
      import('~/src/features/versions/version-actions').then(file => file.VersionActions),
    ),
  },
  VersionTree: {
    panel: laterPart(() => import('~/src/features/versions/version-tree').then(file => file.VersionTree)),
  },
  VersionCompare: {
    panel: laterPart(() =>
      import('~/src/features/versions/compare/version-compare').then(file => file.VersionCompare),
    ),
  },
  CameraFiles: {
    input: laterPart(() =>
      import('~/src/features/videos/camera-files-input').then(file => file.CameraFilesInput),
    ),
  },
  /** Selected together with the first file, and therefore without an input. */
  SecondCameraFile: { input: () => null },
  Lenses: {
    input: laterPart(() => import('~/src/features/videos/lenses-input').then(file => file.LensesInput)),
  },
  VideoActions: {
    actions: laterPart(() => import('~/src/features/videos/video-actions').then(file => file.VideoActions)),
  },
  VideoWays: {
    actions: laterPart(() => import('~/src/features/videos/video-ways').then(file => file.VideoWays)),
  },
  VideoPrimary: {
    primary: laterPart(() => import('~/src/features/videos/video-actions').then(file => file.VideoPrimary)),
  },
  VideoListActions: {
    panel: laterPart(() =>
      import('~/src/features/videos/video-list-actions').then(file => file.VideoListActions),
    ),
  },
  VideoPlayer: {
    view: laterPart(() => import('~/src/features/videos/video-player').then(file => file.VideoPlayer)),
  },
  Probed: { view: laterPart(() => import('~/src/features/videos/probed').then(file => file.Probed)) },
  Preflight: {
    view: laterPart(() => import('~/src/features/videos/preflight').then(file => file.PreflightOfRecord)),
  },
  OrderedVecto: {
    view: laterPart(() => import('~/src/features/videos/ordered-vecto').then(file => file.OrderedVecto)),
  },
  JobStatus: {
    view: lazyPart(() => import('~/src/features/videos/job-status').then(file => file.JobStatus)),
  },
  JobReason: {
    view: laterPart(() => import('~/src/features/videos/job-reason').then(file => file.JobReason)),
    csv: () => import('~/src/features/videos/job-reason').then(({ reasonCell }) => reasonCell),
  },
  StereoPlayer: {
    view: laterPart(() => import('~/src/features/vectos/stereo-player').then(file => file.StereoPlayer)),
  },
  VectoActions: {
    actions: lazyPart(() => import('~/src/features/vectos/vecto-actions').then(file => file.VectoActions)),
  },
  VectoPrimary: {
    primary: laterPart(() => import('~/src/features/vectos/vecto-primary').then(file => file.VectoPrimary)),
  },
  VectoPlaybacks: {
    panel: laterPart(() => import('~/src/features/vectos/vecto-playbacks').then(file => file.VectoPlaybacks)),
  },
  VectoGrade: {
    view: laterPart(() => import('~/src/features/vectos/vecto-grade').then(file => file.VectoGrade)),
  },
  VectoProgress: {
    panel: laterPart(() => import('~/src/features/vectos/vecto-progress').then(file => file.VectoProgress)),
  },
  MailMessage: {
    panel: laterPart(() => import('~/src/features/mails/mail-message').then(file => file.MailMessage)),
  },
  TemplateUse: {
    view: laterPart(() => import('~/src/features/templates/template-use').then(file => file.TemplateUse)),
  },
  TemplatePreview: {
    panel: laterPart(() =>
      import('~/src/features/templates/template-preview').then(file => file.TemplatePreview),
    ),
  },
}
