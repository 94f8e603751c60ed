import { useDataProvider } from 'react-admin'
import { useAdminConfig } from '~/src/admin/admin-config'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { tusUploader } from '~/src/upload/tus-uploader'

/** The backend's own uploader, or tus. */
export const useUploader = () => {
  const { uploadTarget, uploader } = useAdminConfig()
  const provider = useDataProvider<PanelDataProvider>()
  return uploader ?? tusUploader(uploadTarget, provider.uploaded)
}
