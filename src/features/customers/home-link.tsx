import Box from '@mui/material/Box'
import { WithActor } from '~/src/admin/actor'
import { CustomerLink } from './customer-link'

/** The same link on the home page, below the welcome. */
export const HomeLink = () => (
  <WithActor>
    <Box sx={{ mb: 3, '&:empty': { display: 'none' } }}>
      <CustomerLink />
    </Box>
  </WithActor>
)
