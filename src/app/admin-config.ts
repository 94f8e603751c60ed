import type { AdminConfig } from '~/src/admin/admin-config'
import { backend } from '~/src/api/chosen-backend'
import { uploadTargetOf } from '~/src/api/contract/upload-target'
import { laterPart } from '~/src/ui/later-part'
import { slots } from './slots'

/** Configuration of the generic screens: the resources' components by slot name, and the upload target. */
export const adminConfig: AdminConfig = {
  slots,
  screenActions: laterPart(() =>
    import('~/src/features/access/who-has-access').then(file => ({ default: file.WhoHasAccess })),
  ),
  uploadTarget: uploadTargetOf(backend),
  uploader: backend.uploader,
  views: backend.views,
  createsCustomers: backend.createsCustomers === true,
  showsAccountsAbove: backend.showsAccountsAbove === true,
  worksOnVideos: backend.worksOnVideos === true,
  changesMany: backend.changesMany === true,
}
