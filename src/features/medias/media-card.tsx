import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link, useRecordContext } from 'react-admin'
import type { PanelMedia } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import { RowButtons } from '~/src/admin/actions/action-buttons'
import { FieldView } from '~/src/admin/fields/field-view'
import { pathTo } from '~/src/admin/paths'
import { MediaImage, shortName } from './media-image'

const definition = resourceOf('medias')

const frame = {
  aspectRatio: '4 / 3',
  display: 'grid',
  placeItems: 'center',
  bgcolor: 'action.hover',
  overflow: 'hidden',
}

/** A media as a card of the grid. */
export const MediaCard = () => {
  const record = useRecordContext<PanelMedia>()
  if (!record) return null
  const name = String(record.name ?? '')
  return (
    <Card variant="outlined" component="article" sx={{ display: 'flex', flexDirection: 'column' }}>
      <CardActionArea component={Link} to={pathTo('medias', 'show', record.id) ?? ''} aria-label={name}>
        <Box sx={frame}>
          <MediaImage record={record} iconSize={64} />
        </Box>
        <Typography title={name} noWrap sx={{ fontWeight: 500, px: 1.5, pt: 1 }}>
          {shortName(name)}
        </Typography>
      </CardActionArea>
      <Stack
        direction="row"
        sx={{ alignItems: 'center', justifyContent: 'space-between', pl: 1.5, pr: 0.5, pb: 0.5 }}
      >
        <Typography component="div" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          <FieldView resource={definition} path="size" />
        </Typography>
        <RowButtons resource={definition} />
      </Stack>
    </Card>
  )
}
