import { AccessListAction } from '~/src/kit/actions/access-list-action'
import { DownloadAction } from '~/src/kit/actions/download-action'
import { LogAction } from '~/src/kit/actions/log-action'
import type { ActionsProps } from '~/src/kit/kit-context'

/** What can be done with a version of an environment, in its row and on its screen. */
export const VersionActions = (props: ActionsProps) => (
  <>
    <AccessListAction {...props} />
    <LogAction {...props} />
    <DownloadAction {...props} path="file" quiet />
  </>
)
