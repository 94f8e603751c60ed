import { Suspense } from 'react'
import { laterPart } from '~/src/ui/later-part'
import type { UploadKind } from './given-files'

const UploadSeveral = laterPart(() => import('./upload-several').then(file => file.UploadSeveral))

/** `UploadSeveral`, loaded after the rows of the list. */
export const UploadSeveralButton = (props: { readonly kind: UploadKind }) => (
  <Suspense>
    <UploadSeveral {...props} />
  </Suspense>
)
