import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { users } from '~/model/resources/users'
import { labelKey } from '~/src/admin/labels'
import type { AccessFacts } from './access-facts'

type Props = { readonly resource: Resource; readonly lists: AccessFacts['lists'] }

/** The people and groups that the record names itself: no grant of the panel reads these lists. */
export const AccessLists = ({ resource, lists }: Props) => {
  const translate = useTranslate()
  const shown = lists.filter(({ target, entries }) => target === users.name || entries.length > 0)
  return shown.map(({ field, entries }) => (
    <Box key={field} component="section" sx={{ mt: 2 }}>
      <Typography component="h3" variant="subtitle1">
        {translate(labelKey(resource.name, field))}
      </Typography>
      <Typography color={entries.length > 0 ? undefined : 'text.secondary'} sx={{ overflowWrap: 'anywhere' }}>
        {entries.length > 0 ? entries.map(({ label }) => label).join(', ') : translate('access.nobody')}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {translate('access.listHelp')}
      </Typography>
    </Box>
  ))
}
