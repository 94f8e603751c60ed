import { medias } from '~/model/resources/medias'
import { useActor } from '~/src/admin/actor'
import { mayCreate } from '~/src/admin/rights'
import { UploadSeveral } from '~/src/features/uploads/upload-several'

/** Sends several files at once, each of which becomes a media. */
export const MediaListActions = () => (mayCreate(medias, useActor()) ? <UploadSeveral kind="medias" /> : null)
