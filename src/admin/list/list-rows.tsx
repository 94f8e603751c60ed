import type { Resource } from '~/model/define'
import { lazyPart } from '~/src/ui/lazy-part'
import { useIsPhone } from '~/src/ui/phone'
import { ListTable } from './list-table'

const ListGrid = lazyPart(() => import('./list-grid').then(file => ({ default: file.ListGrid })))
const ListCards = lazyPart(() => import('./list-cards').then(file => ({ default: file.ListCards })))

type Props = {
  readonly resource: Resource
  readonly view?: 'table' | 'grid'
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
  readonly tab?: string | undefined
  readonly selectable?: boolean
}

/** The records of a list: a table, cards on a phone, or the grid that the definition selects. */
export const ListRows = ({ resource, view = 'table', without, tab, selectable = false }: Props) => {
  const isPhone = useIsPhone()
  if (view === 'grid') return <ListGrid resource={resource} />
  return isPhone ? (
    <ListCards resource={resource} without={without} selectable={selectable} />
  ) : (
    <ListTable resource={resource} without={without} tab={tab} selectable={selectable} />
  )
}
