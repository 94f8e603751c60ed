import ShareIcon from '@mui/icons-material/AddLinkOutlined'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { allows } from '~/model/access'
import type { PanelVecto } from '~/model/record-of'
import { publicLinks } from '~/model/resources/public-links'
import { useDownload } from '~/src/admin/actions/use-download'
import { type PrimaryProps, useOffer } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import type { ActionProps } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'

const ShareDialog = laterPart(() =>
  import('~/src/features/public-links/share-dialog').then(file => file.ShareDialog),
)

const FILE = 'files.data'

/** Of a completed 3D video: to download it, for the roles that may, or else to share it. */
export const VectoPrimary = ({ resource, children }: PrimaryProps) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelVecto>()
  const actor = useActor()
  const shares = useOffer('publicLinks')
  const download = useDownload(resource.name, FILE)
  const [sharing, setSharing] = useState(false)
  if (record?.status !== 'completed') return children(undefined)
  const mayDownload = resource.fields[FILE]?.fetch?.only?.includes(actor.role)
  const mayShare = shares && allows(publicLinks, 'create', actor, { company: record.company })
  const share: ActionProps = {
    label: translate('publicLinks.open'),
    icon: <ShareIcon />,
    onClick: () => setSharing(true),
  }
  const save: ActionProps = { label: translate('admin.download'), icon: <DownloadIcon />, onClick: download }
  return (
    <>
      {children(mayDownload ? save : mayShare ? share : undefined)}
      {sharing && (
        <Suspense>
          <ShareDialog record={record} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  )
}
