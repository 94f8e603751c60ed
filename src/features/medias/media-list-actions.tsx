import { medias } from '~/model/resources/medias'
import { mayCreate, useActor } from '~/src/admin/rights'
import { UploadSeveralButton } from '~/src/features/uploads/upload-several-button'

/** Uploads several files together, each of which becomes a media. */
export const MediaListActions = () =>
  mayCreate(medias, useActor()) ? <UploadSeveralButton kind="medias" /> : null
