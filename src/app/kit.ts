import type { Kit } from '~/src/admin/kit-context'
import { backend } from '~/src/api/chosen-backend'
import { uploadTargetOf } from '~/src/api/contract/upload-target'
import { slots } from './slots'

/** What the generic screens are given: the resources' own components by slot name, and where files go. */
export const kit: Kit = { slots, uploadTarget: uploadTargetOf(backend), uploader: backend.uploader }
