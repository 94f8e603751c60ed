import Box from '@mui/material/Box'
import { resourceOf } from '~/model/registry'
import { mayCreate, useActor } from '~/src/admin/rights'
import { DropSeveral } from '~/src/features/uploads/upload-several'
import { ProcessingNotice } from './processing-notice'

/** Takes files that are dropped on the list; warns if no videos can be made. */
export const VideoListActions = () => (
  <>
    {/* A separate line, below the buttons. */}
    <Box sx={{ order: 1, flexBasis: '100%', '&:empty': { display: 'none' } }}>
      <ProcessingNotice />
    </Box>
    {mayCreate(resourceOf('videos'), useActor()) && <DropSeveral kind="videos" />}
  </>
)
