import { THEME } from '~/src/api/session'

export type ThemeChoice = 'light' | 'dark'

/** The look chosen on this browser; null follows the system. */
export const storedThemeChoice = (): ThemeChoice | null => {
  const stored = localStorage.getItem(THEME)
  return stored === 'light' || stored === 'dark' ? stored : null
}

/** Tells the style sheets, which follow the system otherwise. */
export const applyThemeChoice = () => {
  const choice = storedThemeChoice()
  if (choice) document.documentElement.dataset.theme = choice
  else delete document.documentElement.dataset.theme
}

export const storeThemeChoice = (choice: ThemeChoice | undefined) => {
  if (choice) localStorage.setItem(THEME, choice)
  else localStorage.removeItem(THEME)
  applyThemeChoice()
}
