import type { AdminConfig } from '~/src/admin/admin-config'
import { backend } from '~/src/api/chosen-backend'
import { uploadTargetOf } from '~/src/api/contract/upload-target'
import { slots } from './slots'

/** Configuration of the generic screens: the resources' components by slot name, and the upload target. */
export const adminConfig: AdminConfig = {
  slots,
  uploadTarget: uploadTargetOf(backend),
  uploader: backend.uploader,
  views: backend.views,
  createsCustomers: backend.createsCustomers === true,
  changesMany: backend.changesMany === true,
}
