import { useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import type { Kind } from '~/model/fields'
import { Missing } from '~/src/admin/fields/missing'
import { viewOf } from '~/src/admin/fields/view-of'
import { shortened, textOf } from './plain-text'

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
export const ChangeValue = ({ resource, path, value }: Props) => {
  const field = resource.fields[path]
  if (isEmpty(value)) return <Missing />
  if (Array.isArray(value)) return <List names={value.map(textOf)} />
  if (!field || (legible.includes(field.kind) && !field.format)) return <Text text={textOf(value)} />
  const View = viewOf(field)
  return <View resource={resource} path={path} field={field} value={value} />
}
