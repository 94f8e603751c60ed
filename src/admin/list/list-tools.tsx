import MoreIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import { useEffect, useState } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { ExportButton } from './export-button'
import { ViewsMenu } from './views/views-menu'

type Props = { readonly resource: Resource }

/** The tools of a list that are not needed before its rows: one file, so that one is fetched. */
export const ListTools = ({ resource }: Props) => (
  <>
    <ViewsMenu resource={resource} />
    <ExportButton resource={resource} />
  </>
)

/** The tools behind one button, for narrow windows. They stay mounted: an export goes on when the menu is closed. */
export const ToolsMenu = ({ resource }: Props) => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('admin.list.tools')
  const { filterValues, sort } = useListContext()
  // A view that was applied is looked at.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on each change of them.
  useEffect(() => setAnchor(null), [filterValues, sort])
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        keepMounted
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Stack sx={{ p: 1, gap: 0.5, alignItems: 'flex-start' }}>
          <ListTools resource={resource} />
        </Stack>
      </Popover>
    </>
  )
}
