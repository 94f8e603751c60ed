import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import type { PanelDataProvider } from '~/src/backends/contract/panel-data-provider'
import { useFailureText } from '~/src/kit/failure-text'
import { IconAction } from '~/src/kit/icon-action'
import { useTell } from '~/src/kit/tell'

/** Opens the file of the record in context by a fresh signed address. */
export const DownloadButton = () => {
  const translate = useTranslate()
  const record = useRecordContext()
  const provider = useDataProvider<PanelDataProvider>()
  const tell = useTell()
  const textOf = useFailureText()
  if (!record) return null
  const open = async () => {
    try {
      window.open(await provider.fileUrl('medias', record.id, 'file'), '_blank', 'noopener')
    } catch (error) {
      tell(textOf(error).text, 'error')
    }
  }
  return <IconAction label={translate('resources.medias.download')} icon={<DownloadIcon />} onClick={open} />
}
