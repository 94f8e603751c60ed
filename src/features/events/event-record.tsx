import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { MouseEvent } from 'react'
import { Link, useGetManyAggregate, useRecordContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { resolveRef } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayList } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'

type Named = { readonly resource: Resource; readonly recordRef: string; readonly label: string }

/** The name, as a link while the record exists. All rows of a page are looked up in one request a resource. */
const Existing = ({ resource, recordRef, label }: Named) => {
  const translate = useTranslate()
  const id = idOf(resource.name, recordRef)
  const { data, isPending, error } = useGetManyAggregate(resource.name, { ids: [id] }, { retry: false })
  const record = data?.find(each => each?.id === id)
  const name = label || (record && labelOf(resource, record)) || uidOf(recordRef)
  const path = pathTo(resource.name, 'show', id)
  if (record && path)
    return (
      <Link to={path} onClick={(event: MouseEvent) => event.stopPropagation()}>
        {name}
      </Link>
    )
  const isGone = !isPending && !error && !record
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

/** The record that an event is about: its kind, its name at that time, and whether it still exists. */
export const EventRecord = () => {
  const event = useRecordContext()
  const actor = useActor()
  const translate = useTranslate()
  const recordRef = String(event?.object ?? '')
  const resource = resolveRef(recordRef)?.resource
  const label = String(event?.label ?? '')
  if (!resource) return <span>{label || recordRef}</span>
  return (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
      <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
        {translate(`resources.events.choices.type.${resource.name}`)}
      </Typography>
      {mayList(resource, actor) ? (
        <Existing resource={resource} recordRef={recordRef} label={label} />
      ) : (
        <span>{label || uidOf(recordRef)}</span>
      )}
    </Box>
  )
}
