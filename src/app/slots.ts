import type { SlotName } from '~/model/registry'
import type { Slot } from '~/src/admin/admin-config'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'

const QuotaField = lazyPart(() =>
  import('~/src/features/companies/quota-field').then(file => ({ default: file.QuotaField })),
)
const RoleInput = lazyPart(() =>
  import('~/src/features/users/role-input').then(file => ({ default: file.RoleInput })),
)
const PasswordPair = lazyPart(() =>
  import('~/src/features/users/password-pair').then(file => ({ default: file.PasswordPair })),
)
const MediaFileView = lazyPart(() =>
  import('~/src/features/medias/media-file-view').then(file => ({ default: file.MediaFileView })),
)
const MediaFileInput = lazyPart(() =>
  import('~/src/features/medias/media-file-input').then(file => ({ default: file.MediaFileInput })),
)
const FromFile = lazyPart(() =>
  import('~/src/features/medias/from-file').then(file => ({ default: file.FromFile })),
)
const MediaThumb = lazyPart(() =>
  import('~/src/features/medias/media-thumb').then(file => ({ default: file.MediaThumb })),
)
const MediaCard = lazyPart(() =>
  import('~/src/features/medias/media-card').then(file => ({ default: file.MediaCard })),
)
const MediaListActions = lazyPart(() =>
  import('~/src/features/medias/media-list-actions').then(file => ({ default: file.MediaListActions })),
)
const EventChanges = lazyPart(() =>
  import('~/src/features/events/event-changes').then(file => ({ default: file.EventChanges })),
)
const EventRecord = lazyPart(() =>
  import('~/src/features/events/event-record').then(file => ({ default: file.EventRecord })),
)
const AuditTabs = lazyPart(() =>
  import('~/src/features/events/audit-tabs').then(file => ({ default: file.AuditTabs })),
)
const NotificationTitle = lazyPart(() =>
  import('~/src/features/notifications/notification-title').then(file => ({
    default: file.NotificationTitle,
  })),
)
const SecurityDetails = lazyPart(() =>
  import('~/src/features/security-events/security-details').then(file => ({ default: file.SecurityDetails })),
)
const CompanyActions = lazyPart(() =>
  import('~/src/features/companies/company-actions').then(file => ({ default: file.CompanyActions })),
)
const CustomerLink = lazyPart(() =>
  import('~/src/features/customers/customer-link').then(file => ({ default: file.CustomerLink })),
)
const Stakeholders = lazyPart(() =>
  import('~/src/features/companies/stakeholders').then(file => ({ default: file.Stakeholders })),
)
const GroupListActions = lazyPart(() =>
  import('~/src/features/groups/group-list-actions').then(file => ({ default: file.GroupListActions })),
)
const GuestsInput = laterPart(() =>
  import('~/src/features/groups/guests-input').then(file => ({ default: file.GuestsInput })),
)
const SignedQuantity = lazyPart(() =>
  import('~/src/features/purchases/signed-quantity').then(file => ({ default: file.SignedQuantity })),
)
const SignedQuantityInput = laterPart(() =>
  import('~/src/features/purchases/signed-quantity-input').then(file => ({
    default: file.SignedQuantityInput,
  })),
)
const UserActions = lazyPart(() =>
  import('~/src/features/users/user-actions').then(file => ({ default: file.UserActions })),
)
const UserListActions = lazyPart(() =>
  import('~/src/features/users/user-list-actions').then(file => ({ default: file.UserListActions })),
)
const MailMessage = lazyPart(() =>
  import('~/src/features/mails/mail-message').then(file => ({ default: file.MailMessage })),
)
const TemplatePreview = lazyPart(() =>
  import('~/src/features/templates/template-preview').then(file => ({ default: file.TemplatePreview })),
)
const VersionActions = lazyPart(() =>
  import('~/src/features/versions/version-actions').then(file => ({ default: file.VersionActions })),
)
const VersionCompare = laterPart(() =>
  import('~/src/features/versions/compare/version-compare').then(file => ({ default: file.VersionCompare })),
)
const VersionTree = laterPart(() =>
  import('~/src/features/versions/version-tree').then(file => ({ default: file.VersionTree })),
)
const CameraFilesInput = lazyPart(() =>
  import('~/src/features/videos/camera-files-input').then(file => ({ default: file.CameraFilesInput })),
)
const LensesInput = lazyPart(() =>
  import('~/src/features/videos/lenses-input').then(file => ({ default: file.LensesInput })),
)
const VideoActions = lazyPart(() =>
  import('~/src/features/videos/video-actions').then(file => ({ default: file.VideoActions })),
)
const VideoListActions = laterPart(() =>
  import('~/src/features/videos/video-list-actions').then(file => ({ default: file.VideoListActions })),
)
const Probed = lazyPart(() => import('~/src/features/videos/probed').then(file => ({ default: file.Probed })))
const VideoPlayer = laterPart(() =>
  import('~/src/features/videos/video-player').then(file => ({ default: file.VideoPlayer })),
)
const Preflight = laterPart(() =>
  import('~/src/features/videos/preflight').then(file => ({ default: file.PreflightOfRecord })),
)
const OrderedVecto = laterPart(() =>
  import('~/src/features/videos/ordered-vecto').then(file => ({ default: file.OrderedVecto })),
)
const JobStatus = lazyPart(() =>
  import('~/src/features/videos/job-status').then(file => ({ default: file.JobStatus })),
)
const JobReason = lazyPart(() =>
  import('~/src/features/videos/job-reason').then(file => ({ default: file.JobReason })),
)
const StereoPlayer = lazyPart(() =>
  import('~/src/features/vectos/stereo-player').then(file => ({ default: file.StereoPlayer })),
)
const VectoActions = lazyPart(() =>
  import('~/src/features/vectos/vecto-actions').then(file => ({ default: file.VectoActions })),
)
const VectoGrade = laterPart(() =>
  import('~/src/features/vectos/vecto-grade').then(file => ({ default: file.VectoGrade })),
)
const VectoProgress = lazyPart(() =>
  import('~/src/features/vectos/vecto-progress').then(file => ({ default: file.VectoProgress })),
)
const InstallerView = lazyPart(() =>
  import('~/src/features/downloads/installer-view').then(file => ({ default: file.InstallerView })),
)
const InstallerInput = lazyPart(() =>
  import('~/src/features/downloads/installer-input').then(file => ({ default: file.InstallerInput })),
)

/** All bespoke components that definitions name; a missing one is a compile error. */
export const slots: Readonly<Record<SlotName, Slot>> = {
  QuotaField: { view: QuotaField },
  RoleInput: { input: RoleInput },
  PasswordPair: { input: PasswordPair },
  MediaFile: { view: MediaFileView, input: MediaFileInput },
  FromFile: { input: FromFile },
  MediaThumb: { view: MediaThumb },
  MediaCard: { card: MediaCard },
  MediaListActions: { panel: MediaListActions },
  EventChanges: {
    view: EventChanges,
    csv: () => import('~/src/features/events/event-cells').then(({ changesCell }) => changesCell),
  },
  EventRecord: {
    view: EventRecord,
    csv: () => import('~/src/features/events/event-cells').then(({ recordCell }) => recordCell),
  },
  AuditTabs: { panel: AuditTabs },
  NotificationTitle: { view: NotificationTitle },
  SecurityDetails: {
    view: SecurityDetails,
    csv: () =>
      import('~/src/features/security-events/security-details').then(({ securityCell }) => securityCell),
  },
  CompanyActions: { actions: CompanyActions },
  CustomerLink: { panel: CustomerLink },
  Stakeholders: { panel: Stakeholders },
  InstallerFile: { view: InstallerView, input: InstallerInput },
  GroupListActions: { panel: GroupListActions },
  GuestsField: { input: GuestsInput },
  SignedQuantity: { view: SignedQuantity, input: SignedQuantityInput },
  UserListActions: { panel: UserListActions },
  UserActions: { actions: UserActions },
  VersionActions: { actions: VersionActions },
  VersionTree: { panel: VersionTree },
  VersionCompare: { panel: VersionCompare },
  CameraFiles: { input: CameraFilesInput },
  /** Chosen together with the first file. */
  SecondCameraFile: { input: () => null },
  Lenses: { input: LensesInput },
  VideoActions: { actions: VideoActions },
  VideoListActions: { panel: VideoListActions },
  VideoPlayer: { view: VideoPlayer },
  Probed: { view: Probed },
  Preflight: { view: Preflight },
  OrderedVecto: { view: OrderedVecto },
  JobStatus: { view: JobStatus },
  JobReason: {
    view: JobReason,
    csv: () => import('~/src/features/videos/job-reason').then(({ reasonCell }) => reasonCell),
  },
  StereoPlayer: { view: StereoPlayer },
  VectoActions: { actions: VectoActions },
  VectoGrade: { view: VectoGrade },
  VectoProgress: { panel: VectoProgress },
  MailMessage: { panel: MailMessage },
  TemplatePreview: { panel: TemplatePreview },
}
