/** Replaces the ripple of MUI's buttons, which the theme turns off (`theme.ts`). */
export default () => null
