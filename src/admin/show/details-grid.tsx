import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type RaRecord, useRecordContext, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { readablePaths } from '~/model/lists/readable-paths'
import { valueAt } from '~/model/value-at'
import { useActor } from '~/src/admin/actor'
import { FieldView } from '~/src/admin/fields/field-view'
import { labelKey } from '~/src/admin/labels'

const columns = { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }

const isWide = (resource: Resource, path: string) =>
  ['file', 'multiline', 'json', 'rich', 'links'].includes(resource.fields[path]?.kind ?? '')

/** Fields with `hideWhenEmpty` are shown only if they have a value. */
const isShown = (resource: Resource, path: string, record: RaRecord | undefined) =>
  resource.fields[path]?.hideWhenEmpty !== true || !isEmpty(valueAt(record, path))

/** The fields of the record in context, each under its label. */
export const DetailsGrid = ({ resource, paths }: { resource: Resource; paths: readonly string[] }) => {
  const translate = useTranslate()
  const { role } = useActor()
  const record = useRecordContext()
  const shown = readablePaths(resource, paths, role).filter(path => isShown(resource, path, record))
  return (
    <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box component="dl" sx={{ display: 'grid', gap: 3, gridTemplateColumns: columns, m: 0 }}>
        {shown.map(path => (
          <Box key={path} sx={isWide(resource, path) ? { gridColumn: '1 / -1', maxWidth: 560 } : {}}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
              {translate(labelKey(resource.name, path))}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <FieldView resource={resource} path={path} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}
