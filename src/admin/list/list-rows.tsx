import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { lazy } from 'react'
import type { Resource } from '~/model/define'
import { ListTable } from './list-table'

const ListGrid = lazy(() => import('./list-grid').then(file => ({ default: file.ListGrid })))
const ListCards = lazy(() => import('./list-cards').then(file => ({ default: file.ListCards })))

type Props = {
  readonly resource: Resource
  readonly view?: 'table' | 'grid'
  /** A column to omit, as every row has the same value. */
  readonly without?: string | undefined
}

/** The records of a list: a table, cards on a phone, or the grid that the definition selects. */
export const ListRows = ({ resource, view = 'table', without }: Props) => {
  const isPhone = useMediaQuery<Theme>(theme => theme.breakpoints.down('sm'))
  if (view === 'grid') return <ListGrid resource={resource} />
  return isPhone ? (
    <ListCards resource={resource} without={without} />
  ) : (
    <ListTable resource={resource} without={without} />
  )
}
