import useMediaQuery from '@mui/material/useMediaQuery'

/** Below the theme's breakpoint `sm`. */
const query = '(max-width:699.95px)'

/** Whether the window is as narrow as a phone now. */
export const isPhone = () => matchMedia(query).matches

/** Whether the window is as narrow as a phone; renders again when that changes. */
export const useIsPhone = () => useMediaQuery(query)
