/**
 * In place of `inflection`, with which react-admin words names that nobody has translated: the tests require every
 * resource and field to be named in each language.
 */
const asItIs = (text: string) => text

export const capitalize = asItIs
export const humanize = asItIs
export const inflect = asItIs
export const pluralize = asItIs
export const singularize = asItIs
export const transform = asItIs
