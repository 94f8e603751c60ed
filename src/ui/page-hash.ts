import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The tab in the URL hash; the first one if it names none. */
export const useHashTab = (tabs: readonly string[]): [string, (tab: string) => void] => {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const named = hash.slice(1)
  const current = tabs.includes(named) ? named : (tabs[0] ?? '')
  const go = useCallback(
    (tab: string) => navigate({ search, hash: tab }, { replace: true, preventScrollReset: true }),
    [navigate, search],
  )
  return [current, go]
}
