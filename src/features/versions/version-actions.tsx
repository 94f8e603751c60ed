import { AccessListAction } from '~/src/admin/actions/access-list-action'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { LogAction } from '~/src/admin/actions/log-action'
import type { ActionsProps } from '~/src/admin/admin-config'

/** What can be done with a version of an environment, in its row and on its screen. */
export const VersionActions = (props: ActionsProps) => (
  <>
    <AccessListAction {...props} />
    <LogAction {...props} />
    <DownloadAction {...props} path="file" quiet />
  </>
)
