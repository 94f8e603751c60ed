import { createContext, type ReactNode, useContext } from 'react'

/** The columns that are hidden now: read once a table, where react-admin's cells read it in each. */
export const HiddenColumns = createContext<readonly string[]>([])

type Props = {
  readonly source: string
  readonly align: 'left' | 'right'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A cell of a row: the element that react-admin's would end in, with MUI's class names (`table-styles.ts`). Theirs are four
 * components a cell with two passes of styles, which a slow machine draws for each of a page's ninety cells.
 */
export const BodyCell = ({ source, align, className = '', children }: Props) =>
  useContext(HiddenColumns).includes(source) ? null : (
    <td className={`MuiTableCell-root MuiTableCell-body ${align} column-${source} ${className}`}>
      {children}
    </td>
  )
