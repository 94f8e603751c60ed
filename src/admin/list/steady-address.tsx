import { type ReactNode, useMemo } from 'react'
import { RouterProviderContext, useRouterProvider } from 'react-admin'

/**
 * Keeps from react-admin what the address says beside its path. Its lists are drawn again as a whole at each change of the
 * search, which they do not read here (`useListAddress` does).
 */
export const SteadyAddress = ({ children }: { children: ReactNode }) => {
  const router = useRouterProvider()
  const { pathname } = router.useLocation()
  const steady = useMemo(() => {
    const location = { pathname, search: '', hash: '', state: null, key: '' }
    return { ...router, useLocation: () => location }
  }, [router, pathname])
  return <RouterProviderContext value={steady}>{children}</RouterProviderContext>
}
