import StitchIcon from '@mui/icons-material/JoinInnerOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { useTranslate } from 'react-admin'
import type { ActionsProps } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { ChooseSeveral } from '~/src/features/uploads/upload-several'

/** The ways to add a 360° video, each with when to use it. */
export const VideoWays = ({ resource, Button }: ActionsProps) => {
  const translate = useTranslate()
  const key = `resources.${resource.name}.ways`
  const create = pathTo(resource.name, 'create')
  return (
    <>
      {create && (
        <Button
          label={translate(`${key}.upload.title`)}
          help={translate(`${key}.upload.text`)}
          icon={<UploadIcon fontSize="small" />}
          to={create}
        />
      )}
      <Button
        label={translate('resources.videos.jobButton')}
        help={translate(`${key}.job.text`)}
        icon={<StitchIcon fontSize="small" />}
        to="/video360/job"
      />
      <ChooseSeveral
        kind="videos"
        label={translate(`${key}.several.title`)}
        help={translate(`${key}.several.text`)}
        Button={Button}
      />
    </>
  )
}
