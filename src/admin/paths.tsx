import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useLocation, useNavigate, useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { dotted, parentOf, refOf, uidIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'

export type Screen = 'list' | 'create' | 'show' | 'edit'

/**
 * The product's path of a screen; undefined if the resource has no such screen.
 * @param id a record's id, or `<parent>/` for the list and the create screen of a nested resource
 */
export const pathTo = (name: string, screen: Screen, id: unknown = '') => {
  const resource = resourceOf(name)
  const above = parentOf(resource)
  const end = above === undefined ? -1 : String(id).indexOf('/')
  const holder = end < 0 ? '' : String(id).slice(0, end)
  const parent = dotted(refOf(above ?? '', holder))
  return resource.paths[screen]
    ?.replace(':parent', encodeURIComponent(parent))
    .replace(':pid', encodeURIComponent(holder))
    .replace(':id', encodeURIComponent(String(id).slice(end + 1)))
}

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

/** Goes back to the previous page, or to the list if the page was opened by a link. */
export const BackButton = ({ resource, id }: { resource: string; id?: unknown }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const cameFrom = useLocation().key !== 'default'
  const label = translate('ra.action.back')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        edge="start"
        onClick={() => (cameFrom ? navigate(-1) : navigate(pathTo(resource, 'list', id) ?? '/'))}
      >
        <ArrowBackIcon />
      </IconButton>
    </Tooltip>
  )
}
