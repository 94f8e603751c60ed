import { resourceOf } from '~/model/registry'

/** The list filter for records whose label begins with the text: by their name, or by any word of a label of several fields. */
export const searchFilter = (resource: string, search: string): Readonly<Record<string, unknown>> => {
  if (search === '') return {}
  const [path = 'keywords', ...more] = resourceOf(resource).label.fields
  return more.length === 0 ? { [path]: search } : { keywords: search }
}
