import { resourceOf } from '~/model/registry'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { IconAction } from '~/src/ui/icon-action'

const definition = resourceOf('medias')

/** Opens the file of the media in context. */
export const DownloadButton = () => <DownloadAction resource={definition} path="file" Button={IconAction} />
