import ArrowIcon from '@mui/icons-material/ArrowRightAlt'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useRecordContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import type { PanelEvent } from '~/model/record-types'
import { isResourceName, resourceOf } from '~/model/registry'
import { Missing } from '~/src/admin/fields/missing'
import { labelKey } from '~/src/admin/labels'
import { ChangeValue } from './change-value'
import { type Change, changesIn } from './changes'
import { nameInWords } from './name-in-words'

const Name = ({ resource, change: { path, lang } }: { resource: Resource; change: Change }) => {
  const translate = useTranslate()
  const name = translate(labelKey(resource.name, path), { _: path })
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {lang ? `${name} (${translate(`languages.${lang}`)})` : name}
    </Box>
  )
}

/** JSON is not readable for users: only the fact that it changed is shown. */
const isOpaque = (resource: Resource, path: string) => resource.fields[path]?.kind === 'json'

const FromTo = ({ resource, change }: { resource: Resource; change: Change }) => {
  const translate = useTranslate()
  const { path, from, to } = change
  if (isOpaque(resource, path)) return null
  return (
    <>
      <ChangeValue resource={resource} path={path} value={from} />
      <ArrowIcon fontSize="small" titleAccess={translate('events.became')} sx={{ color: 'text.disabled' }} />
      <ChangeValue resource={resource} path={path} value={to} />
    </>
  )
}

/** The changes of an update, with old and new values, under the labels of the changed resource. */
export const EventChanges = () => {
  const translate = useTranslate()
  const record = useRecordContext<PanelEvent>()
  const name = String(record?.type ?? '')
  const resource = isResourceName(name) ? resourceOf(name) : undefined
  const { changes, note, isView } = changesIn(record?.args, resource)
  if (isView) return <span>{translate('events.viewed', { name: note })}</span>
  if (note) return <span>{resource ? nameInWords(resource, note, translate) : note}</span>
  if (changes.length === 0 || !resource) return <Missing />
  return (
    <Stack component="ul" sx={{ gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {changes.map(change => (
        <Stack
          key={`${change.path} ${change.lang ?? ''}`}
          component="li"
          direction="row"
          useFlexGap
          sx={{ gap: 0.75, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Name resource={resource} change={change} />
          <FromTo resource={resource} change={change} />
        </Stack>
      ))}
    </Stack>
  )
}
