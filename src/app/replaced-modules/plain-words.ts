/**
 * Replaces `inflection`, with which react-admin derives names that have no translation: the tests require a
 * translation of every resource and field in each language.
 */
const asItIs = (text: string) => text

export const capitalize = asItIs
export const humanize = asItIs
export const inflect = asItIs
export const pluralize = asItIs
export const singularize = asItIs
export const transform = asItIs
