import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { isResourceName, resolveRef, resourceOf } from '~/model/registry'
import { labelKey, type OwnCell, type Words } from '~/src/admin/admin-config'
import { csvCell, exportCell } from '~/src/admin/list/export-cells'
import { type Change, changesIn, textOf } from './changes'
import { nameInWords } from './name-in-words'

/** “Media: Harbour”, in an exported table. */
export const recordCell: OwnCell = (event, { translate }) => {
  const ref = String(event.object ?? '')
  const resource = resolveRef(ref)?.resource
  const kept = String(event.label ?? '')
  if (!resource) return kept || ref
  const name = nameInWords(resource, kept, translate) || ref
  return `${translate(`resources.${resource.name}.name`, { smart_count: 1 })}: ${name}`
}

/** `'seconds.used', 3` → `{seconds: {used: 3}}`: a record with only this value. */
const nested = (path: string, value: unknown): Readonly<Record<string, unknown>> => {
  const [key = '', ...rest] = path.split('.')
  return { [key]: rest.length > 0 ? nested(rest.join('.'), value) : value }
}

const valueText = (resource: Resource, path: string, value: unknown, words: Words) => {
  if (isEmpty(value)) return '–'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') return textOf(value)
  return csvCell(exportCell(resource, path, nested(path, value), words), words)
}

/** “Name: Quay → Harbour; Status: …”, in an exported table. For JSON, only the fact that it changed. */
export const changesCell: OwnCell = (event, words) => {
  const { translate } = words
  const name = String(event.type ?? '')
  if (!isResourceName(name)) return ''
  const resource = resourceOf(name)
  const { changes, note, isView } = changesIn(event.args, resource)
  const sayChange = ({ path, lang, from, to }: Change) => {
    const label = translate(labelKey(name, path), { _: path })
    const field = lang ? `${label} (${translate(`languages.${lang}`)})` : label
    if (resource.fields[path]?.kind === 'json') return field
    return `${field}: ${valueText(resource, path, from, words)} → ${valueText(resource, path, to, words)}`
  }
  if (isView) return translate('events.viewed', { name: note })
  return nameInWords(resource, note, translate) || changes.map(sayChange).join('; ')
}
