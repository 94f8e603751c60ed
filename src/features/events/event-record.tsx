import FilterIcon from '@mui/icons-material/FilterAltOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type MouseEvent, useContext } from 'react'
import { Link, ListContext, useGetManyAggregate, useRecordContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import type { PanelEvent } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { resolveRef } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { mayList, useActor } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import { IconAction } from '~/src/ui/icon-action'
import { nameInWords } from './name-in-words'

type Named = {
  readonly resource: Resource
  readonly recordRef: string
  readonly label: string
  /** True if the event itself is a deletion that takes effect immediately. */
  readonly deleted: boolean
}

/** True for a collection with a URL of its own: only from such can many records be requested together. */
const isCollection = ({ parent, flat }: Resource) =>
  flat !== false && (parent === undefined || flat !== undefined)

/** Whether the record exists, if known. All rows of a page are looked up in one request per resource. */
const useExisting = ({ resource, recordRef, deleted }: Named) => {
  const id = idOf(resource.name, recordRef)
  const enabled = isCollection(resource) && !deleted
  const { data, isPending, error } = useGetManyAggregate(
    resource.name,
    { ids: [id] },
    { retry: false, enabled },
  )
  const record = data?.find(each => each?.id === id)
  const isGone = deleted || (enabled && !isPending && !error && !record)
  return { record, isGone, path: isGone ? undefined : pathTo(resource.name, 'show', id) }
}

/** The name, as a link unless the record is deleted. */
const Existing = (named: Named) => {
  const translate = useTranslate()
  const { record, isGone, path } = useExisting(named)
  const name = named.label || (record && labelOf(named.resource, record)) || uidOf(named.recordRef)
  if (path)
    return (
      <Link to={path} onClick={(event: MouseEvent) => event.stopPropagation()}>
        {name}
      </Link>
    )
  return (
    <span>
      {name}
      {isGone && (
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 0.75 }}>
          {translate('events.gone')}
        </Typography>
      )}
    </span>
  )
}

/** In the list: limits it to the events of this record. */
const OnlyThis = ({ recordRef, label }: Pick<Named, 'recordRef' | 'label'>) => {
  const list = useContext(ListContext)
  const translate = useTranslate()
  if (!list || list.filterValues.object === recordRef) return null
  return (
    <Box component="span" onClick={(event: MouseEvent) => event.stopPropagation()}>
      <IconAction
        label={translate('events.only', { name: label || uidOf(recordRef) })}
        icon={<FilterIcon sx={{ fontSize: 16 }} />}
        onClick={() => list.setFilters({ ...list.filterValues, object: recordRef })}
      />
    </Box>
  )
}

/** A long name is truncated in a row, and wraps on a card. */
const ofOneLine = {
  ...{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  overflowWrap: 'anywhere',
} as const

/** The record that an event is about: its kind, its name at that time, and whether it still exists. */
export const EventRecord = () => {
  const event = useRecordContext<PanelEvent>()
  const actor = useActor()
  const translate = useTranslate()
  const recordRef = String(event?.object ?? '')
  const resource = resolveRef(recordRef)?.resource
  const kept = String(event?.label ?? '')
  if (!resource) return <span>{kept || recordRef}</span>
  const label = nameInWords(resource, kept, translate)
  const deleted = event?.event === 'delete' && resource.removal === undefined
  return (
    <Box component="span" sx={ofOneLine}>
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {translate(`resources.${resource.name}.name`, { smart_count: 1 })}
        <OnlyThis recordRef={recordRef} label={label} />
      </Typography>
      {mayList(resource, actor) ? (
        <Existing {...{ resource, recordRef, label, deleted }} />
      ) : (
        <span>{label || uidOf(recordRef)}</span>
      )}
    </Box>
  )
}
