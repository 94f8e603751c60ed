import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Opens the menu of actions on the record of this name. @returns the queries of the menu */
export const openRowMenu = async (user: UserEvent, record: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions ${record}` }))
  return within(await screen.findByRole('menu', { name: `Actions on ${record}` }))
}

/** Opens the menu of actions on the record of the screen. @returns the queries of the menu */
export const openActions = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: /^(More actions|Autres actions) / }))
  return within(await screen.findByRole('menu'))
}

/** Chooses an action in the menu on the record of the screen. */
export const chooseAction = async (user: UserEvent, name: string | RegExp) => {
  const menu = await openActions(user)
  await user.click(await menu.findByRole('menuitem', { name }))
}

/** Adds a filter to the search form of a list. */
export const addFilter = async (user: UserEvent, name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}
