import { useTranslate } from 'react-admin'

export const labelKey = (resource: string, path: string) => `resources.${resource}.fields.${path}`
export const choiceKey = (resource: string, path: string, value: string) =>
  `resources.${resource}.choices.${path}.${value}`
export const tabKey = (resource: string, tab: string) => `resources.${resource}.tabs.${tab}`
export const actionKey = (resource: string, action: string) => `resources.${resource}.actions.${action}`

/** Translates a message of the resource, with the shared message as fallback. */
export const useOwnMessage = (resource: string) => {
  const translate = useTranslate()
  return (key: string, shared: string, values?: Record<string, unknown>) =>
    translate(`resources.${resource}.${key}`, { ...values, _: translate(shared, values) })
}
