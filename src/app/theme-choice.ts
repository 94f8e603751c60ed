import { localStore } from '~/src/api/browser-storage'
import { THEME } from '~/src/api/session'

type ThemeChoice = 'light' | 'dark'

/** The theme chosen on this browser; null follows the system. */
export const storedThemeChoice = (): ThemeChoice | null => {
  const stored = localStore.get(THEME)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Applies the choice to the style sheets, which otherwise follow the system. */
export const applyThemeChoice = () => {
  const choice = storedThemeChoice()
  if (choice) document.documentElement.dataset.theme = choice
  else delete document.documentElement.dataset.theme
}

export const storeThemeChoice = (choice: ThemeChoice | undefined) => {
  if (choice) localStore.set(THEME, choice)
  else localStore.remove(THEME)
  applyThemeChoice()
}
