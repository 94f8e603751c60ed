/** In place of `react-hotkeys-hook`, which react-admin has for shortcuts of menu items: ours have none. */
export const useHotkeys = () => undefined
