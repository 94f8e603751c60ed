import GuestsIcon from '@mui/icons-material/ForwardToInboxOutlined'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import { useParentRecord } from '~/src/admin/parent-record'
import { pathTo } from '~/src/admin/paths'

/** Links from the groups of a company to their guests. */
export const GroupListActions = () => {
  const translate = useTranslate()
  const holder = useParentRecord()
  const path = holder && pathTo('guests', 'list', `${holder.uid}/`)
  if (!path) return null
  return (
    <Button component={Link} to={path} startIcon={<GuestsIcon />} size="small">
      {translate('resources.guests.name', { smart_count: 2 })}
    </Button>
  )
}
