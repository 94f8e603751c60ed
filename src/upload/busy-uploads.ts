let cancelAll: (() => Promise<unknown>) | undefined

/** Uploads of the tray that leaving would end; signing out asks about them. */
export const busyUploads = {
  /** @param cancel ends them; undefined: there are none */
  set: (cancel: (() => Promise<unknown>) | undefined) => {
    cancelAll = cancel
  },
  any: () => cancelAll !== undefined,
  cancel: async () => {
    await cancelAll?.()
  },
}
