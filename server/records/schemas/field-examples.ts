import type { Field, Kind } from '~/model/fields'
import { languages } from '~/model/languages'
import { refOf, refTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'

/** As long as a record's uid is. */
export const EXAMPLE_UID = 'k3VxQ0aYw7TnB2mZr9Lc'

const link = ({ target = '' }: Field) => ({ ref: refTo(resourceOf(target), EXAMPLE_UID, EXAMPLE_UID) })

const between = (value: number, { min = value, max = value }: Field) => Math.min(Math.max(value, min), max)

const text = ({ max }: Field) => 'Harbour'.slice(0, max)

/** What is written to each kind of field, as an example. */
const examples: { readonly [K in Kind]: (field: Field) => unknown } = {
  text,
  multiline: text,
  thumbnail: text,
  password: () => 'a long sentence of mine',
  email: () => 'grace@museum.example',
  boolean: () => true,
  integer: field => between(1, field),
  number: field => between(1, field),
  date: () => '2027-01-31T12:00:00.000Z',
  choice: ({ options = [] }) => options[0],
  link,
  links: field => [link(field)],
  rich: () => Object.fromEntries(languages.map(lang => [lang, '<p>Harbour</p>'])),
  file: () => ({ ref: refOf('files', EXAMPLE_UID) }),
  tags: () => ['harbour'],
  json: () => ({}),
}

/** A value that may be written to a field, for the description of the API. */
export const exampleOf = (field: Field): unknown =>
  field.example ?? field.default ?? examples[field.kind](field)
