import { Suspense } from 'react'
import { medias } from '~/model/resources/medias'
import { useActor } from '~/src/admin/actor'
import { mayCreate } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'

const UploadSeveral = laterPart(() =>
  import('~/src/features/uploads/upload-several').then(file => ({ default: file.UploadSeveral })),
)

/** Sends several files at once, each of which becomes a media. */
export const MediaListActions = () =>
  mayCreate(medias, useActor()) ? (
    <Suspense>
      <UploadSeveral kind="medias" />
    </Suspense>
  ) : null
