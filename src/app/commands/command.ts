/** An entry of the command palette: it leads to an address, or does something. */
export type Command = {
  readonly id: string
  readonly label: string
  /** The heading that it stands under. */
  readonly group: string
  /** What tells it from others of the same label, such as its company. */
  readonly hint?: string | undefined
} & ({ readonly to: string; readonly run?: never } | { readonly run: () => void; readonly to?: never })
