import { useEffect } from 'react'
import { useLocation } from 'react-admin'
import { itemAt, type MenuItem } from './menu-items'

const KEY = 'vecto.menu'

/** The item of this screen, and the one to highlight: the last if the screen has none (specification §2). */
export const useActiveItem = (items: readonly MenuItem[]) => {
  const { pathname } = useLocation()
  const here = itemAt(items, pathname)?.key
  useEffect(() => {
    if (here) sessionStorage.setItem(KEY, here)
  }, [here])
  return { here, lit: here ?? sessionStorage.getItem(KEY) }
}
