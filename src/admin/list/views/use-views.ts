import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useActor } from '~/src/admin/actor'
import { useAdminConfig } from '~/src/admin/admin-config'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { serverViews, type ViewCalls } from '~/src/api/contract/view-calls'

const KEY = 'savedViews'

/** Where this backend keeps views: on the server unless it has its own place. */
const useViewCalls = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const { views } = useAdminConfig()
  const { uid, company } = useActor()
  const owner = { uid, company }
  return async (): Promise<ViewCalls> => (views ? views(owner) : serverViews(provider, owner))
}

/** The views of a list, and the calls that change them; each is read again after a change. */
export const useViews = (list: string) => {
  const calls = useViewCalls()
  const queries = useQueryClient()
  const { uid, company } = useActor()
  const found = useQuery({
    queryKey: [KEY, uid, list],
    queryFn: async () => {
      const { sharing, list: read } = await calls()
      return { sharing, ...(await read(list)) }
    },
    networkMode: 'always',
  })
  const change = async <T>(work: (views: ViewCalls) => Promise<T>) => {
    try {
      return await work(await calls())
    } finally {
      await queries.invalidateQueries({ queryKey: [KEY, uid, list] })
    }
  }
  return { ...found, change, sharing: found.data?.sharing === true && company !== null }
}

export type Views = ReturnType<typeof useViews>
