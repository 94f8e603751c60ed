import raEnglish from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { problems } from '~/i18n/en/sign-in'
import raSpanish from '~/i18n/es/react-admin'
import { errorStatus } from '~/model/errors'
import { keysOf } from '~/model/objects'
import { menuItems } from '~/src/app/menu-items'

type Texts = { readonly [key: string]: string | Texts }

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

/** How a placeholder is written, explained in each language's own word. */
const explained = ['{{name}}', '{{nom}}', '{{nombre}}']

/** `%{name}` in texts of the panel, `{{name}}` in e-mails and notifications. */
const placeholders = (text: string) =>
  [...new Set(text.match(/%\{\w+\}|\{\{\w+\}\}/g) ?? [])].filter(name => !explained.includes(name)).sort()
const forms = (text: string) => text.split('||||').length

const spanish = new Map(flat(raSpanish as unknown as Texts))
const raTexts = flat(raEnglish as unknown as Texts)

describe("react-admin's catalogue in Spanish", () => {
  it('has the keys of the English one, no more and no less', () => {
    expect([...spanish.keys()].sort()).toEqual(raTexts.map(([key]) => key).sort())
  })

  it.each(raTexts)('has the placeholders and plural forms of %s', (key, text) => {
    const said = spanish.get(key) ?? ''
    expect(placeholders(said)).toEqual(placeholders(text))
    expect(forms(said)).toBe(forms(text))
  })
})

const { en: english } = catalogues

const pairs = Object.entries(catalogues).flatMap(([lang, texts]) =>
  keysOf(english).map(name => [lang, name, texts[name], english[name]] as const),
)

describe.each(pairs)('our own texts in %s: %s', (_lang, _name, texts, theirs) => {
  const said = new Map(flat(texts))
  const ours = flat(theirs)

  it('have the keys of the English ones', () => {
    expect([...said.keys()].sort()).toEqual(ours.map(([key]) => key).sort())
  })

  it('have the same placeholders and plural forms, and no empty text', () => {
    const shape = ([key, text]: [string, string]) => [
      key,
      placeholders(text),
      forms(text),
      text.trim() !== '',
    ]
    expect([...said].map(shape).sort()).toEqual(ours.map(shape).sort())
  })
})

describe('our own texts', () => {
  it('name every error code of the API', () => {
    // Those of links and of sign-in are told by their own pages.
    const pages = { ...english.onboarding.failures, ...problems }
    const { panel, later } = english
    const said = [panel.errors, later.errors, pages].flatMap(texts => Object.keys(texts))
    expect(said).toEqual(expect.arrayContaining(Object.keys(errorStatus)))
  })

  it('name every menu item', () => {
    expect(Object.keys(english.panel.menu)).toEqual(expect.arrayContaining(menuItems.map(item => item.key)))
  })
})
