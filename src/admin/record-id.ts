import { useTranslate } from 'react-admin'
import { useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { parentOf, uidIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'

/** The id of the record that an address names, with what it lives in where it is nested. */
export const useRecordId = (name: string) => {
  const { id = '', parent: path, pid = path } = useParams()
  const parent = parentOf(resourceOf(name))
  return parent === undefined ? (uidIn(name, id) ?? id) : `${uidIn(parent, pid ?? '') ?? ''}/${id}`
}

/** Where one stands among nested records: the record of this screen, or what holds those to be made. */
export const usePlace = (resource: Resource) => {
  const id = useRecordId(resource.name)
  return parentOf(resource) === undefined ? '' : id
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'label' in value ? String(value.label) : String(value ?? '')

/** What a record's screen is called: its label, or the heading that the resource's texts make of its fields. */
export const useRecordTitle = (resource: Resource) => {
  const translate = useTranslate()
  return (record: Readonly<Record<string, unknown>>) =>
    translate(`resources.${resource.name}.heading`, {
      ...Object.fromEntries(Object.keys(resource.fields).map(path => [path, textOf(record[path])])),
      _: labelOf(resource, record),
    })
}
