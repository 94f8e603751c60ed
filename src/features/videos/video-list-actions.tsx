import StitchIcon from '@mui/icons-material/JoinInnerOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { mayCreate, useActor } from '~/src/admin/rights'
import { UploadSeveralButton } from '~/src/features/uploads/upload-several-button'
import { ProcessingNotice } from './processing-notice'

/** Links to the form that makes a video from camera files; warns if no videos can be made. */
export const VideoListActions = () => {
  const translate = useTranslate()
  const allowed = mayCreate(resourceOf('videos'), useActor())
  return (
    <>
      {/* A separate line, below the buttons. */}
      <Box sx={{ order: 1, flexBasis: '100%', '&:empty': { display: 'none' } }}>
        <ProcessingNotice />
      </Box>
      {allowed && <UploadSeveralButton kind="videos" />}
      {allowed && (
        <Button component={Link} to="/video360/job" variant="outlined" startIcon={<StitchIcon />}>
          {translate('resources.videos.jobButton')}
        </Button>
      )}
    </>
  )
}
