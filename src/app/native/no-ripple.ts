/** Replaces the ripple of MUI's buttons, which the theme turns off (`theme-controls.ts`). */
export default () => null
