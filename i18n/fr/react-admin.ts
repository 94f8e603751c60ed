import french from 'ra-language-french'

const { ra } = french

/** As in the panel's own texts: « Éditer » is what publishers do. */
export default { ra: { ...ra, action: { ...ra.action, edit: 'Modifier' } } }
