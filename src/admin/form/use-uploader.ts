import { useDataProvider } from 'react-admin'
import { useKit } from '~/src/admin/kit-context'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { tusUploader } from '~/src/upload/tus-uploader'

/** The backend's own way to send files, or tus. */
export const useUploader = () => {
  const { uploadTarget, uploader } = useKit()
  const provider = useDataProvider<PanelDataProvider>()
  return uploader ?? tusUploader(uploadTarget, provider.uploaded)
}
