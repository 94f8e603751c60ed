import ArrowIcon from '@mui/icons-material/ArrowRightAlt'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useRecordContext, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Kind } from '~/model/fields'
import type { PanelEvent } from '~/model/record-of'
import { isResourceName, resourceOf } from '~/model/registry'
import { choiceKey, labelKey } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'
import { viewOf } from '~/src/admin/fields/kinds'
import { type Change, changesIn, shortened, textOf } from './changes'
import { nameInWords } from './name-in-words'

/** The history stores these kinds as text; their own views expect links, files and markup. */
const legible: readonly Kind[] = ['text', 'multiline', 'email', 'link', 'links', 'file', 'rich', 'tags']

const FEW = 3

const List = ({ names }: { names: readonly string[] }) => {
  const translate = useTranslate()
  const more = names.length - FEW
  return (
    <span title={names.join(', ')}>
      {names.slice(0, FEW).join(', ')}
      {more > 0 && ` ${translate('admin.more', { count: more })}`}
    </span>
  )
}

const Text = ({ text }: { text: string }) => (
  <span title={text} style={{ overflowWrap: 'anywhere' }}>
    {shortened(text)}
  </span>
)

type Props = { readonly resource: Resource; readonly path: string; readonly value: unknown }

/** An old or new value, formatted as on the record's own screen, short enough for a row. */
const ChangeValue = ({ resource, path, value }: Props) => {
  const translate = useTranslate()
  const field = resource.fields[path]
  const nameOf = (each: unknown) =>
    field?.kind === 'choices'
      ? translate(choiceKey(resource.name, path, String(each)), { _: String(each) })
      : textOf(each)
  if (isEmpty(value)) return <Missing />
  if (Array.isArray(value)) return <List names={value.map(nameOf)} />
  if (!field || (legible.includes(field.kind) && !field.format)) return <Text text={textOf(value)} />
  const View = viewOf(field)
  return <View resource={resource} path={path} field={field} value={value} />
}

const Name = ({ resource, change: { path, lang } }: { resource: Resource; change: Change }) => {
  const translate = useTranslate()
  const name = translate(labelKey(resource.name, path), { _: path })
  return (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {lang ? `${name} (${translate(`languages.${lang}`)})` : name}
    </Box>
  )
}

/** JSON is not readable for users, and former pictures are gone: only the fact that it changed is shown. */
const isOpaque = (resource: Resource, path: string) =>
  ['json', 'picture'].includes(resource.fields[path]?.kind ?? '')

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
