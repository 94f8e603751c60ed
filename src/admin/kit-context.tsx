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

export type Kit = {
  readonly slots: Readonly<Record<string, Slot>>
  readonly uploadTarget: UploadTarget
  readonly uploader?: Backend['uploader']
}

const KitContext = createContext<Kit | null>(null)

/** Given once by the app: kit knows neither the resources' own components nor the backend. */
export const KitProvider = ({ kit, children }: { kit: Kit; children: ReactNode }) => (
  <KitContext value={kit}>{children}</KitContext>
)

export const useKit = (): Kit => {
  const kit = useContext(KitContext)
  if (!kit) throw new Error('Screens of the kit stand inside <KitProvider>: put it around <Admin>')
  return kit
}

/** What the definition asks for by this name, if it does. */
export const useSlot = (name: string | undefined): Slot => {
  const { slots } = useKit()
  return (name && slots[name]) || {}
}

/** The component that the definition asks for by name, for one field. */
export const useFieldSlot = (resource: Resource, path: string): Slot => {
  const { slots } = useKit()
  const name = resource.slots?.fields?.[path]
  return (name && slots[name]) || {}
}
