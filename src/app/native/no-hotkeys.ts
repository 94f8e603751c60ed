/** Replaces `react-hotkeys-hook`, which react-admin uses for shortcuts of menu items: the panel has none. */
export const useHotkeys = () => undefined
