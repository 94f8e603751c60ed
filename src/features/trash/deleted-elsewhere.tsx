import ExpandIcon from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { LinkBase, useGetList, useLocaleState, useTranslate } from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import type { Resource } from '~/model/define'
import { inCompany, tabOf } from '~/model/lists/list-address'
import { registry } from '~/model/registry'
import { removedState } from '~/model/states'
import { tabKey } from '~/src/admin/admin-config'
import { listLink } from '~/src/admin/list/list-link'
import { mayList, useActor, useChosenCompany } from '~/src/admin/rights'
import { count } from '~/src/ui/format'

/** The tab of a list that shows its deleted records, of resources that keep them in their own list. */
const tabOfDeleted = ({ removal, states, list: { tabs = {} } }: Resource) =>
  removal &&
  states &&
  Object.keys(tabs).find(tab => tabs[tab]?.filter[states.field] === removedState[removal])

type Place = { readonly resource: Resource; readonly tab: string }

const places: readonly Place[] = Object.values(registry).flatMap((resource: Resource) => {
  const tab = tabOfDeleted(resource)
  return tab ? [{ resource, tab }] : []
})

type EntryProps = Place & { readonly onClose: () => void }

/** A link to the deleted records of one list, with their number. */
const PlaceItem = ({ resource, tab, onClose }: EntryProps) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const company = useChosenCompany()?.ref
  const isCounted = !mustChooseCompany(resource, useActor()) || company !== undefined
  const filter = { ...tabOf(resource, tab).filter, ...inCompany(resource, company) }
  const { total } = useGetList(
    resource.name,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'createdAt', order: 'DESC' }, filter },
    { enabled: isCounted, onError: () => undefined },
  )
  const name = translate(`resources.${resource.name}.name`, { smart_count: 2 })
  return (
    <MenuItem component={LinkBase} to={listLink(resource.name, {}, tab) ?? '/'} onClick={onClose}>
      {`${name} – ${translate(tabKey(resource.name, tab))}`}
      {total !== undefined && ` (${count(total, locale)})`}
    </MenuItem>
  )
}

/** Links to deleted records that are not in the trash, since their own lists keep them until a date. */
export const DeletedElsewhere = () => {
  const translate = useTranslate()
  const actor = useActor()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const offered = places.filter(({ resource }) => mayList(resource, actor))
  const close = () => setAnchor(null)
  if (offered.length === 0) return null
  return (
    <>
      <Button
        size="small"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('resources.trash.elsewhere.button')}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close} slotProps={{ paper: { sx: { maxWidth: 360 } } }}>
          {offered.map(place => (
            <PlaceItem key={place.resource.name} {...place} onClose={close} />
          ))}
          <ListSubheader role="note" disableSticky sx={{ lineHeight: 1.5, py: 1, bgcolor: 'transparent' }}>
            {translate('resources.trash.elsewhere.versions')}
          </ListSubheader>
        </Menu>
      )}
    </>
  )
}
