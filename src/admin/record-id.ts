import { useTranslate } from 'react-admin'
import { useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { parentOf, uidIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'

/** The id of the record that the address names, prefixed with its parent if it is nested. */
export const useRecordId = (name: string) => {
  const { id = '', parent: path, pid = path } = useParams()
  const parent = parentOf(resourceOf(name))
  return parent === undefined ? (uidIn(name, id) ?? id) : `${uidIn(parent, pid ?? '') ?? ''}/${id}`
}

/** The position among nested records: the record of this screen, or the parent of new ones. */
export const usePlace = (resource: Resource) => {
  const id = useRecordId(resource.name)
  return parentOf(resource) === undefined ? '' : id
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'label' in value ? String(value.label) : String(value ?? '')

/** The title of a record's screen: its label, or the resource's heading with its fields filled in. */
export const useRecordTitle = (resource: Resource) => {
  const translate = useTranslate()
  return (record: Readonly<Record<string, unknown>>) =>
    translate(`resources.${resource.name}.heading`, {
      ...Object.fromEntries(Object.keys(resource.fields).map(path => [path, textOf(record[path])])),
      _: labelOf(resource, record),
    })
}
