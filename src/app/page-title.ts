import { useEffect } from 'react'
import { useTranslate } from 'react-admin'

/** The element where react-admin's `Title` shows a screen's name. */
const PORTAL = 'react-admin-title'

export const titleOf = (screen: string, panel: string) => (screen === '' ? panel : `${screen} — ${panel}`)

/**
 * Syncs the browser's title with the name in the app bar, which screens set through react-admin's `Title`.
 */
export const usePageTitle = () => {
  const panel = useTranslate()('app.name')
  useEffect(() => {
    const portal = document.getElementById(PORTAL)
    if (!portal) return
    const follow = () => {
      document.title = titleOf(portal.textContent.trim(), panel)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(portal, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [panel])
}
