import ViewWeekIcon from '@mui/icons-material/ViewWeek'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover, { type PopoverActions } from '@mui/material/Popover'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ColumnsSelector, DataTableRenderContext, DataTableStoreContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useCells } from './list-cells'
import { tableKey, useColumns } from './list-columns'

type Props = { readonly resource: Resource }

/**
 * react-admin's selector, which looks for the element that it is drawn in by its id. The id is there for its first drawing
 * alone: the table brings a selector of its own, which looks for the same.
 */
const Selector = ({ resource, popover }: Props & { popover: RefObject<PopoverActions | null> }) => {
  const storeKey = tableKey(resource.name)
  const cells = useCells(resource, useColumns(resource))
  const store = useMemo(
    () => ({ storeKey, defaultHiddenColumns: [...(resource.list.hidden ?? [])] }),
    [storeKey, resource],
  )
  const [found, setFound] = useState(false)
  useLayoutEffect(() => {
    setFound(true)
    if (found) popover.current?.updatePosition()
  }, [found, popover])
  return (
    <>
      <Box id={found ? undefined : `${storeKey}-columnsSelector`} sx={{ px: 1, minWidth: 200 }} />
      <DataTableStoreContext value={store}>
        <DataTableRenderContext value="columnsSelector">
          {found && <ColumnsSelector>{cells}</ColumnsSelector>}
        </DataTableRenderContext>
      </DataTableStoreContext>
    </>
  )
}

/**
 * Shows, hides and moves columns. In place of react-admin's button, which draws a switch for each column with the list,
 * before anybody has asked for it.
 */
export const ColumnsButton = ({ resource }: Props) => {
  const translate = useTranslate()
  const popover = useRef<PopoverActions>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewWeekIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('ra.action.select_columns')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        action={popover}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Selector resource={resource} popover={popover} />
      </Popover>
    </>
  )
}
