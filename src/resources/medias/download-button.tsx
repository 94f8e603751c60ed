import { resourceOf } from '~/model/registry'
import { DownloadAction } from '~/src/kit/actions/download-action'
import { IconAction } from '~/src/kit/icon-action'

const definition = resourceOf('medias')

/** Opens the file of the media in context. */
export const DownloadButton = () => <DownloadAction resource={definition} path="file" Button={IconAction} />
