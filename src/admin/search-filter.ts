import { resourceOf } from '~/model/registry'

/** The list filter for records whose name begins with the text; for any word, if the name is not one filterable field. */
export const searchFilter = (resource: string, search: string): Readonly<Record<string, unknown>> => {
  if (search === '') return {}
  const { label, fields } = resourceOf(resource)
  const [path = '', ...more] = label.fields
  return more.length === 0 && fields[path]?.filter ? { [path]: search } : { keywords: search }
}
