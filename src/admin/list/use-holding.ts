import { inCompany } from '~/model/company-filter'
import type { Resource } from '~/model/define'
import type { Filters } from '~/model/lists/list-address'
import { useChosenCompany } from '~/src/admin/chosen-company'
import { useParentRecord } from '~/src/admin/parent-record'
import { useSteady } from '~/src/ui/use-steady'

/**
 * What holds a list beside its own filter: its parent record, or the company that all lists are narrowed to. The address
 * does not say that company, so that a shared link shows to each what they have chosen themselves.
 */
export const useHolding = (resource: Resource, own: Filters) => {
  const holder = useParentRecord()
  const company = useChosenCompany()
  const holding = useSteady(
    holder ? { [resource.parent ?? '']: holder.link.ref } : inCompany(resource, company?.ref, own),
  )
  return { holding, company: !holder && Object.keys(holding).length > 0 ? company : undefined }
}
