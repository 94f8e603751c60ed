let cancelAll: (() => Promise<unknown>) | undefined

/** Uploads of the tray that leaving the page would end; signing out prompts about them. */
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
