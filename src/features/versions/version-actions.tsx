import { AccessListAction } from '~/src/admin/actions/access-list-action'
import { DownloadAction } from '~/src/admin/actions/download-action'
import { LogAction } from '~/src/admin/actions/log-action'
import type { ActionsProps } from '~/src/admin/admin-config'

/** The actions of a version of an environment, in its row and on its screen. */
export const VersionActions = (props: ActionsProps) => (
  <>
    <AccessListAction {...props} />
    <LogAction {...props} />
    <DownloadAction {...props} path="file" quiet />
  </>
)
