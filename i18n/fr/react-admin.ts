import french from 'ra-language-french'

const { ra } = french

/** react-admin says « Éditer », the panel's own texts « Modifier ». */
export default { ra: { ...ra, action: { ...ra.action, edit: 'Modifier' } } }
