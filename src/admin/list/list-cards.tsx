import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useContext, useMemo } from 'react'
import {
  RecordsIterator,
  Link as RouterLink,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import { readablePaths } from '~/model/access'
import type { Resource } from '~/model/define'
import { hasRowButtons, RowButtons } from '~/src/admin/actions/action-buttons'
import { labelKey } from '~/src/admin/admin-config'
import { FieldView, PictureImage } from '~/src/admin/fields/field-view'
import { RecordAvatar, UsualValues } from '~/src/admin/fields/kinds'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayOpen, useActor } from '~/src/admin/rights'
import { isAddress } from '~/src/ui/avatar'
import { statedBy } from './columns'

/** Number of fields that a phone shows without scrolling past the next record. */
const FIELDS = 5

/** The name of a record: a choice as label is translated; a component of its own renders it as in the table. */
const Name = ({ resource }: { resource: Resource }) => {
  const record = useRecordContext()
  const titleOf = useRecordTitle(resource)
  const [path = ''] = resource.label.fields
  const isShownAsField = resource.fields[path]?.kind === 'choice' || resource.slots?.fields?.[path]
  if (isShownAsField) return <FieldView resource={resource} path={path} />
  return record && titleOf(record)
}

const CardTitle = ({ resource }: { resource: Resource }) => {
  const record = useRecordContext()
  const actor = useActor()
  if (!record) return null
  const path = mayOpen(resource, actor, record) && pathTo(resource.name, 'show', record.id)
  const styles = {
    variant: 'subtitle1',
    sx: { fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 },
  } as const
  const name = <Name resource={resource} />
  if (!path) return <Typography {...styles}>{name}</Typography>
  return (
    <Link component={RouterLink} to={path} {...styles}>
      {name}
    </Link>
  )
}

type CardProps = {
  readonly resource: Resource
  readonly paths: readonly string[]
  readonly selectable: boolean
}

const Choose = ({ resource }: { resource: Resource }) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const { selectedIds = [], onToggleItem } = useListContext()
  if (!record) return null
  return (
    <Checkbox
      checked={selectedIds.includes(record.id)}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': translate('admin.list.choose', { name: titleOf(record) }) } }}
      sx={{ mt: -1, ml: -1 }}
    />
  )
}

/** Spacing of stacked links, so that each is large enough to tap. */
const fingerSized = { display: 'inline-block', minHeight: 24 } as const

const RecordCard = ({ resource, paths, selectable }: CardProps) => {
  const translate = useTranslate()
  const record = useRecordContext()
  const usual = useContext(UsualValues)
  const thumbnail = paths.find(path => resource.fields[path]?.kind === 'thumbnail')
  // A usual value is not repeated, and a label without a value says nothing.
  const shown = paths.filter(
    path => path !== thumbnail && (usual[path] === undefined || record?.[path] !== usual[path]),
  )
  const { picture } = resource
  return (
    <Box data-record sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
      {picture && !picture.shape && isAddress(record?.[picture.large]) && (
        <Box className="card-picture" sx={{ borderRadius: 1, mb: 1.5 }}>
          <PictureImage picture={picture} size="large" />
        </Box>
      )}
      {(selectable || resource.label.fields.length > 0 || hasRowButtons(resource)) && (
        <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1, '& > .avatar': { my: 0 } }}>
          {selectable && <Choose resource={resource} />}
          <RecordAvatar resource={resource} size={28} />
          {thumbnail && <FieldView resource={resource} path={thumbnail} />}
          <CardTitle resource={resource} />
          {hasRowButtons(resource) && (
            <Box sx={{ whiteSpace: 'nowrap', mt: -0.5, ml: 'auto' }}>
              <RowButtons resource={resource} />
            </Box>
          )}
        </Stack>
      )}
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 0.75, columnGap: 2, m: 0, mt: 1 }}
      >
        {shown.map(path => (
          <Box key={path} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {translate(labelKey(resource.name, path))}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, minWidth: 0, '& a': fingerSized }}>
              <FieldView resource={resource} path={path} />
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

type Props = {
  readonly resource: Resource
  readonly without?: string | undefined
  readonly tab?: string | undefined
  readonly selectable?: boolean
}

/** The rows of a list on a phone: one card each. */
export const ListCards = ({ resource, without, tab, selectable = false }: Props) => {
  const { role } = useActor()
  const { implied, usual } = useMemo(() => statedBy(resource, tab), [resource, tab])
  const paths = readablePaths(resource, resource.list.columns, role)
    .filter(path => ![...resource.label.fields, ...implied, without].includes(path))
    .slice(0, FIELDS)
  return (
    <UsualValues value={usual}>
      <Stack>
        <RecordsIterator>
          <RecordCard resource={resource} paths={paths} selectable={selectable} />
        </RecordsIterator>
      </Stack>
    </UsualValues>
  )
}
