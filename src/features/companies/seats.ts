import { useGetList, useGetOne } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { PanelCompany } from '~/model/record-types'
import { refIn, uidOf } from '~/model/refs'
import { valueAt } from '~/model/value-at'

/** The quotas that a person who joins takes one of each: what is used, and what was bought. */
const quotas = [
  { quota: 'users', used: 'users.total', bought: 'users.purchased' },
  { quota: 'maxActive', used: 'users.active', bought: 'users.maxActive' },
] as const

export type Shortage = { readonly quota: (typeof quotas)[number]['quota']; readonly left: number }

/** What is added to the quotas before it is checked, such as the purchase being typed. */
export type Added = { readonly quota?: unknown; readonly quantity?: unknown }

/** The quotas that have fewer seats left than people who are about to join, with what is left of them. */
export const shortages = (company: PanelCompany, joining: number, added: Added = {}): Shortage[] =>
  quotas
    .map(({ quota, used, bought }) => {
      const more = added.quota === quota ? Number(added.quantity) || 0 : 0
      const left = Number(valueAt(company, bought) ?? 0) + more - Number(valueAt(company, used) ?? 0)
      return { quota, left: Math.max(0, left) }
    })
    .filter(({ left }) => left < joining)

/** The company chosen in the form, and how many people are invited to it who have not joined yet. */
export const useChosenCompany = () => {
  const ref = refIn(useWatch({ name: 'company' }))
  const uid = ref ? uidOf(ref) : ''
  const quiet = { enabled: uid !== '', onError: () => undefined }
  const { data: company } = useGetOne('companies', { id: uid }, quiet)
  const { total } = useGetList(
    'users',
    { filter: { company: ref, status: 'pending' }, pagination: { page: 1, perPage: 1 } },
    quiet,
  )
  return { company, waiting: total }
}
