import { DataTable } from 'react-admin'
import { pathsFor, type Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'
import { Compact } from '~/src/admin/fields/compact'
import { FieldView } from '~/src/admin/fields/field-view'
import { labelKey, readablePaths } from '~/src/admin/labels'
import { pathTo } from '~/src/admin/paths'
import { mayOpen } from '~/src/admin/rights'
import { RowButtons } from './row-buttons'

/** Chosen columns and their order are persisted: the store keeps the keys that begin with `preferences.`. */
export const tableKey = (resource: string) => `preferences.${resource}.datatable`

const useColumns = (resource: Resource) => {
  const { role } = useActor()
  const shown = pathsFor(resource.list.columns, role)
  return readablePaths(resource, [...shown, ...(resource.list.hidden ?? [])], role)
}

const isNumber = (resource: Resource, path: string) =>
  ['integer', 'number'].includes(resource.fields[path]?.kind ?? '') && !resource.slots?.fields?.[path]

/** Rows of one line: long values are truncated, and the buttons stay visible while the rest scrolls. */
const look = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& .MuiTableCell-root': { px: 1, whiteSpace: 'nowrap' },
  '& .MuiTableCell-root:first-of-type': { pl: 2 },
  '& .MuiTableCell-body': { maxWidth: 180, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& .MuiTableCell-body.wraps': { maxWidth: 'none', whiteSpace: 'normal' },
  '& .MuiTableCell-root.buttons': {
    position: 'sticky',
    right: 0,
    maxWidth: 'none',
    bgcolor: 'background.paper',
    backgroundImage: 'none',
    px: 0.5,
    '& .MuiIconButton-root': { p: 0.375 },
  },
} as const

/** A click on a row opens its show screen, or its form if it has none. */
const opens = ({ paths }: Resource) => (paths.show ? 'show' : 'edit')

/** True if the rows have any buttons. */
const hasButtons = ({ paths, grants, slots, actions }: Resource) =>
  Boolean(paths.show ?? paths.edit ?? grants.delete ?? slots?.actions ?? actions)

type Props = {
  readonly resource: Resource
  readonly buttons?: boolean
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
}

/** The table of a list, with the columns of its definition. */
export const ListTable = ({ resource, buttons = true, without }: Props) => {
  const actor = useActor()
  const columns = useColumns(resource).filter(path => path !== without)
  return (
    <Compact value>
      <DataTable
        storeKey={tableKey(resource.name)}
        hiddenColumns={[...(resource.list.hidden ?? [])]}
        bulkActionButtons={false}
        rowClick={(id, _, record) =>
          (mayOpen(resource, actor, record) && pathTo(resource.name, opens(resource), id)) || false
        }
        sx={look}
      >
        {columns.map(path => (
          <DataTable.Col
            key={path}
            source={path}
            label={labelKey(resource.name, path)}
            disableSort={resource.fields[path]?.sort !== true}
            align={isNumber(resource, path) ? 'right' : 'left'}
            cellClassName={resource.fields[path]?.kind === 'json' ? 'wraps' : ''}
          >
            <FieldView resource={resource} path={path} />
          </DataTable.Col>
        ))}
        {buttons && hasButtons(resource) && (
          <DataTable.Col key="buttons" label="admin.list.actions" align="right" className="buttons">
            <RowButtons resource={resource} />
          </DataTable.Col>
        )}
      </DataTable>
    </Compact>
  )
}
