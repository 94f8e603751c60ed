import { useTheme, useTranslate } from 'react-admin'
import { parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayCreate } from '~/src/admin/rights'
import { menuItemsFor, PROFILE } from '~/src/app/menu-items'
import { NEW_CUSTOMER, useMayCreateCustomer } from '~/src/features/customers/may-create-customer'
import type { Command } from './command'

/** Screens that no definition lists: who may create what decides who is offered them. */
const bespoke = [
  { path: '/user/invite', text: 'resources.users.inviteTitle', creates: 'users' },
  { path: '/video360/job', text: 'resources.videos.jobButton', creates: 'videos' },
] as const

/** The form of a new customer, for those who may make each of its parts. */
const useNewCustomer = (group: string): Command[] => {
  const translate = useTranslate()
  if (!useMayCreateCustomer()) return []
  return [{ id: NEW_CUSTOMER, group, label: translate('resources.companies.newCustomer'), to: NEW_CUSTOMER }]
}

const useCreating = (): Command[] => {
  const translate = useTranslate()
  const actor = useActor()
  const group = translate('commands.create')
  const made = Object.values(registry).filter(
    resource => parentOf(resource) === undefined && resource.paths.create && mayCreate(resource, actor),
  )
  const customer = useNewCustomer(group)
  return [
    ...customer,
    ...made.map(({ name }) => ({
      id: `create-${name}`,
      group,
      label: translate(`resources.${name}.createTitle`, {
        _: translate('ra.page.create', { name: translate(`resources.${name}.name`, { smart_count: 1 }) }),
      }),
      to: pathTo(name, 'create') ?? '/',
    })),
    ...bespoke
      .filter(({ creates }) => mayCreate(registry[creates], actor))
      .map(({ path, text }) => ({ id: path, group, label: translate(text), to: path })),
  ]
}

const useActions = (onSignOut: () => void): Command[] => {
  const translate = useTranslate()
  const [theme, setTheme] = useTheme()
  const group = translate('commands.actions')
  return [
    {
      id: 'theme',
      group,
      label: translate('ra.action.toggle_theme'),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { id: 'logout', group, label: translate('menu.logout'), run: onSignOut },
  ]
}

/** The screens, forms and actions that the user's role has. */
export const useScreenCommands = (onSignOut: () => void): Command[] => {
  const translate = useTranslate()
  const { role } = useActor()
  const group = translate('commands.screens')
  const screens = menuItemsFor(role).map(({ key, path }) => ({
    id: path,
    group,
    label: translate(`menu.${key}`),
    to: path,
  }))
  const profile = { id: PROFILE, group, label: translate('profile.title'), to: PROFILE }
  return [...screens, profile, ...useCreating(), ...useActions(onSignOut)]
}
