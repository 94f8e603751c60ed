import { backend } from '~/src/backends/chosen-backend'
import { uploadTargetOf } from '~/src/backends/contract/upload-target'
import type { Kit } from '~/src/kit/kit-context'
import { slots } from '~/src/resources/slots'

/** What the generic screens are given: the resources' own components by slot name, and where files go. */
export const kit: Kit = { slots, uploadTarget: uploadTargetOf(backend), uploader: backend.uploader }
