/** A message to a user, on any page of the panel. */
export type Notification = {
  /** Uid of the recipient. */
  readonly user: string
  /** To detect duplicates: a message may be delivered twice. */
  readonly id: string
  readonly title: string
  /** The panel path with more information. */
  readonly path: string
  /** ISO time. */
  readonly at: string
  /** The session that caused it: its tabs have shown the outcome themselves. */
  readonly causedBy?: string | undefined
}
