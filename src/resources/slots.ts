import { lazy } from 'react'
import type { SlotName } from '~/model/registry'
import type { Slot } from '~/src/kit/kit-context'

const QuotaField = lazy(() => import('./companies/quota-field').then(file => ({ default: file.QuotaField })))
const RoleInput = lazy(() => import('./users/role-input').then(file => ({ default: file.RoleInput })))
const PasswordPair = lazy(() =>
  import('./users/password-pair').then(file => ({ default: file.PasswordPair })),
)
const MediaFileView = lazy(() =>
  import('./medias/media-file-view').then(file => ({ default: file.MediaFileView })),
)
const MediaFileInput = lazy(() =>
  import('./medias/media-file-input').then(file => ({ default: file.MediaFileInput })),
)
const FromFile = lazy(() => import('./medias/from-file').then(file => ({ default: file.FromFile })))
const MediaThumb = lazy(() => import('./medias/media-thumb').then(file => ({ default: file.MediaThumb })))
const MediaCard = lazy(() => import('./medias/media-card').then(file => ({ default: file.MediaCard })))
const EventChanges = lazy(() =>
  import('./events/event-changes').then(file => ({ default: file.EventChanges })),
)
const SecurityDetails = lazy(() =>
  import('./security-events/security-details').then(file => ({ default: file.SecurityDetails })),
)
const CompanyActions = lazy(() =>
  import('./companies/company-actions').then(file => ({ default: file.CompanyActions })),
)
const Stakeholders = lazy(() =>
  import('./companies/stakeholders').then(file => ({ default: file.Stakeholders })),
)
const GroupListActions = lazy(() =>
  import('./groups/group-list-actions').then(file => ({ default: file.GroupListActions })),
)
const GuestsInput = lazy(() => import('./groups/guests-input').then(file => ({ default: file.GuestsInput })))
const SignedQuantity = lazy(() =>
  import('./purchases/signed-quantity').then(file => ({ default: file.SignedQuantity })),
)
const SignedQuantityInput = lazy(() =>
  import('./purchases/signed-quantity-input').then(file => ({ default: file.SignedQuantityInput })),
)
const UserActions = lazy(() => import('./users/user-actions').then(file => ({ default: file.UserActions })))
const UserListActions = lazy(() =>
  import('./users/user-list-actions').then(file => ({ default: file.UserListActions })),
)
const MailMessage = lazy(() => import('./mails/mail-message').then(file => ({ default: file.MailMessage })))
const TemplatePreview = lazy(() =>
  import('./templates/template-preview').then(file => ({ default: file.TemplatePreview })),
)
const VersionActions = lazy(() =>
  import('./versions/version-actions').then(file => ({ default: file.VersionActions })),
)
const VersionTree = lazy(() =>
  import('./versions/version-tree').then(file => ({ default: file.VersionTree })),
)
const CameraFilesInput = lazy(() =>
  import('./videos/camera-files-input').then(file => ({ default: file.CameraFilesInput })),
)
const LensesInput = lazy(() => import('./videos/lenses-input').then(file => ({ default: file.LensesInput })))
const VideoActions = lazy(() =>
  import('./videos/video-actions').then(file => ({ default: file.VideoActions })),
)
const VideoListActions = lazy(() =>
  import('./videos/video-list-actions').then(file => ({ default: file.VideoListActions })),
)
const VideoPlayer = lazy(() => import('./videos/video-player').then(file => ({ default: file.VideoPlayer })))
const JobStatus = lazy(() => import('./videos/job-status').then(file => ({ default: file.JobStatus })))
const JobReason = lazy(() => import('./videos/job-reason').then(file => ({ default: file.JobReason })))
const StereoPlayer = lazy(() =>
  import('./vectos/stereo-player').then(file => ({ default: file.StereoPlayer })),
)
const VectoActions = lazy(() =>
  import('./vectos/vecto-actions').then(file => ({ default: file.VectoActions })),
)
const VectoProgress = lazy(() =>
  import('./vectos/vecto-progress').then(file => ({ default: file.VectoProgress })),
)
const InstallerView = lazy(() =>
  import('./downloads/installer-view').then(file => ({ default: file.InstallerView })),
)
const InstallerInput = lazy(() =>
  import('./downloads/installer-input').then(file => ({ default: file.InstallerInput })),
)

/** Every bespoke component that a definition asks for by name; one that is missing does not compile. */
export const slots: Readonly<Record<SlotName, Slot>> = {
  QuotaField: { view: QuotaField },
  RoleInput: { input: RoleInput },
  PasswordPair: { input: PasswordPair },
  MediaFile: { view: MediaFileView, input: MediaFileInput },
  FromFile: { input: FromFile },
  MediaThumb: { view: MediaThumb },
  MediaCard: { card: MediaCard },
  EventChanges: { view: EventChanges },
  SecurityDetails: { view: SecurityDetails },
  CompanyActions: { actions: CompanyActions },
  Stakeholders: { panel: Stakeholders },
  InstallerFile: { view: InstallerView, input: InstallerInput },
  GroupListActions: { panel: GroupListActions },
  GuestsField: { input: GuestsInput },
  SignedQuantity: { view: SignedQuantity, input: SignedQuantityInput },
  UserListActions: { panel: UserListActions },
  UserActions: { actions: UserActions },
  VersionActions: { actions: VersionActions },
  VersionTree: { panel: VersionTree },
  CameraFiles: { input: CameraFilesInput },
  /** Chosen with the first. */
  SecondCameraFile: { input: () => null },
  Lenses: { input: LensesInput },
  VideoActions: { actions: VideoActions },
  VideoListActions: { panel: VideoListActions },
  VideoPlayer: { view: VideoPlayer },
  JobStatus: { view: JobStatus },
  JobReason: { view: JobReason },
  StereoPlayer: { view: StereoPlayer },
  VectoActions: { actions: VectoActions },
  VectoProgress: { panel: VectoProgress },
  MailMessage: { panel: MailMessage },
  TemplatePreview: { panel: TemplatePreview },
}
