import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Resource } from '~/model/define'
import type { Field } from '~/model/fields'
import type { Backend } from '~/src/api/backend'
import type { UploadTarget } from '~/src/api/contract/upload-target'

export type ViewProps = { readonly resource: Resource; readonly path: string; readonly field: Field }
export type Mode = 'create' | 'update'
export type InputProps = ViewProps & { readonly mode: Mode; readonly readOnly: boolean }

export type ButtonProps = {
  readonly label: string
  readonly icon: ReactNode
  readonly refused?: string
  readonly to?: string
  readonly onClick?: () => void
  readonly colour?: 'default' | 'error'
}
export type ActionsProps = { readonly resource: Resource; readonly Button: ComponentType<ButtonProps> }

/** What a resource brings of its own under one slot name: how a field shows, how it is entered, a card of the grid. */
export type Slot = {
  readonly view?: ComponentType<ViewProps>
  readonly input?: ComponentType<InputProps>
  readonly card?: ComponentType
  /** More buttons for a record, of a row or of its screen. */
  readonly actions?: ComponentType<ActionsProps>
  /** A part of a screen: of the record's, or of the list's top bar. */
  readonly panel?: ComponentType
}

export type AdminConfig = {
  readonly slots: Readonly<Record<string, Slot>>
  readonly uploadTarget: UploadTarget
  readonly uploader?: Backend['uploader']
}

const AdminConfigContext = createContext<AdminConfig | null>(null)

/** Set once by the app: the generic screens know neither the features nor the backend. */
export const AdminConfigProvider = ({ config, children }: { config: AdminConfig; children: ReactNode }) => (
  <AdminConfigContext value={config}>{children}</AdminConfigContext>
)

export const useAdminConfig = (): AdminConfig => {
  const config = useContext(AdminConfigContext)
  if (!config) throw new Error('Generic screens need <AdminConfigProvider>: put it around <Admin>')
  return config
}

/** What the definition asks for by this name, if it does. */
export const useSlot = (name: string | undefined): Slot => {
  const { slots } = useAdminConfig()
  return (name && slots[name]) || {}
}

/** The component that the definition asks for by name, for one field. */
export const useFieldSlot = (resource: Resource, path: string): Slot => {
  const { slots } = useAdminConfig()
  const name = resource.slots?.fields?.[path]
  return (name && slots[name]) || {}
}
