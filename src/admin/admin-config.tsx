import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useTranslate, type Validator } from 'react-admin'
import type { Capability } from '~/model/capabilities'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import type { Backend } from '~/src/api/backend'
import type { UploadTarget } from '~/src/api/contract/upload-target'
import type { ActionProps } from '~/src/ui/icon-action'

export const labelKey = (resource: string, path: string) => `resources.${resource}.fields.${path}`
export const choiceKey = (resource: string, path: string, value: string) =>
  `resources.${resource}.choices.${path}.${value}`
export const tabKey = (resource: string, tab: string) => `resources.${resource}.tabs.${tab}`
/** The meaning of an empty field. */
export const absenceKey = (resource: string, path: string) => `resources.${resource}.absent.${path}`
export const actionKey = (resource: string, action: string) => `resources.${resource}.actions.${action}`

/** Translates a message of the resource, with the shared message as fallback. */
export const useOwnMessage = (resource: string) => {
  const translate = useTranslate()
  return (key: string, shared: string, values?: Record<string, unknown>) =>
    translate(`resources.${resource}.${key}`, { ...values, _: translate(shared, values) })
}

export type ViewProps = { readonly resource: Resource; readonly path: string; readonly field: Field }
export type Mode = 'create' | 'update'
export type InputProps = ViewProps & { readonly mode: Mode; readonly readOnly: boolean }

/** The input of a kind of field. `common`: what react-admin's inputs have. */
export type KindInputProps = InputProps & {
  readonly disabled: boolean
  readonly common: { source: string; label: string; validate: Validator[]; fullWidth: true }
}

/** An input of the search form. `label`: the key of its text. */
export type FilterProps = ViewProps & { readonly label: string }

export type ActionsProps = { readonly resource: Resource; readonly Button: ComponentType<ActionProps> }

/** Passes the primary action of a record's screen to its child; undefined: none is available now. */
export type PrimaryProps = {
  readonly resource: Resource
  readonly children: (action: ActionProps | undefined) => ReactNode
}

/** Locale and translation of a screen, for text produced outside React. */
export type Words = {
  readonly locale: string
  readonly translate: (key: string, options?: Readonly<Record<string, string | number>>) => string
}

/** The text of a field of a record in an exported table. */
export type OwnCell = (record: Readonly<Record<string, unknown>>, words: Words) => string

/** The components that a resource supplies under one slot name: field view, field input, grid card. */
export type Slot = {
  readonly view?: ComponentType<ViewProps>
  readonly input?: ComponentType<InputProps>
  readonly card?: ComponentType
  /** The text of a cell in an exported table, in place of the value. */
  readonly csv?: () => Promise<OwnCell>
  /** Additional buttons for a record, in a row or on its screen. */
  readonly actions?: ComponentType<ActionsProps>
  readonly primary?: ComponentType<PrimaryProps>
  /** A part of the record's screen, or of the list's top bar. */
  readonly panel?: ComponentType
}

export type AdminConfig = {
  readonly slots: Readonly<Record<string, Slot>>
  /** Further actions on the screens of records, whatever their resource. */
  readonly screenActions?: ComponentType<ActionsProps>
  readonly uploadTarget: UploadTarget
  readonly uploader?: Backend['uploader']
  readonly views?: Backend['views']
  readonly offers: Backend['offers']
}

const AdminConfigContext = createContext<AdminConfig | null>(null)

/** Set once by the app: the generic screens depend on neither the features nor the backend. */
export const AdminConfigProvider = ({ config, children }: { config: AdminConfig; children: ReactNode }) => (
  <AdminConfigContext value={config}>{children}</AdminConfigContext>
)

export const useAdminConfig = (): AdminConfig => {
  const config = useContext(AdminConfigContext)
  if (!config) throw new Error('Generic screens need <AdminConfigProvider>: put it around the panel')
  return config
}

/** Whether the server that answers has the calls for something. */
export const useOffer = (capability: Capability) => useAdminConfig().offers(capability)

/** The slot of this name; empty if there is none. */
export const useSlot = (name: string | undefined): Slot => {
  const { slots } = useAdminConfig()
  return (name && slots[name]) || {}
}

/** The slot that the definition names for one field; empty if there is none. */
export const useFieldSlot = (resource: Resource, path: string): Slot => {
  const { slots } = useAdminConfig()
  const name = resource.slots?.fields?.[path]
  return (name && slots[name]) || {}
}
