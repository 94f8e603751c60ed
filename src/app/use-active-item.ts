import { useEffect } from 'react'
import { useLocation } from 'react-admin'
import { itemAt, type MenuItem } from './menu-items'

const KEY = 'vecto.menu'

/** The menu item to light: the one of this screen, else the last one that was (specification §2). */
export const useActiveItem = (items: readonly MenuItem[]): string | null => {
  const { pathname } = useLocation()
  const here = itemAt(items, pathname)?.key
  useEffect(() => {
    if (here) sessionStorage.setItem(KEY, here)
  }, [here])
  return here ?? sessionStorage.getItem(KEY)
}
