import GroupsIcon from '@mui/icons-material/GroupsOutlined'
import PurchasesIcon from '@mui/icons-material/ShoppingCartOutlined'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelCompany } from '~/model/record-of'
import { resourceOf } from '~/model/registry'
import type { ActionsProps } from '~/src/admin/admin-config'
import { pathTo } from '~/src/admin/paths'
import { mayCreate, mayList, useActor } from '~/src/admin/rights'

/** Links to the nested records of a company: its groups, and for root its purchases (specification §6). */
export const CompanyActions = ({ Button }: ActionsProps) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelCompany>()
  if (!record) return null
  const place = `${record.id}/`
  return (
    <>
      {mayList(resourceOf('groups'), actor) && (
        <Button
          label={translate('resources.companies.groupsButton')}
          icon={<GroupsIcon fontSize="small" />}
          to={pathTo('groups', 'list', place)}
        />
      )}
      {mayCreate(resourceOf('purchases'), actor) && (
        <Button
          label={translate('resources.companies.purchasesButton')}
          icon={<PurchasesIcon fontSize="small" />}
          to={pathTo('purchases', 'list', place)}
        />
      )}
    </>
  )
}
