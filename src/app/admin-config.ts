import type { AdminConfig } from '~/src/admin/admin-config'
import { backend } from '~/src/api/chosen-backend'
import { uploadTargetOf } from '~/src/api/contract/upload-target'
import { slots } from './slots'

/** What the generic screens are given: the resources' own components by slot name, and where files go. */
export const adminConfig: AdminConfig = {
  slots,
  uploadTarget: uploadTargetOf(backend),
  uploader: backend.uploader,
}
