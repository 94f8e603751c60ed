import raEnglish from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { setup } from '~/i18n/en/setup'
import { entrance } from '~/i18n/en/sign-in'
import raSpanish from '~/i18n/es/react-admin'
import { mergeTexts } from '~/i18n/merge-texts'
import { errorStatus } from '~/model/errors'
import { keysOf } from '~/model/objects'
import { menuItems } from '~/src/app/menu-items'

type Texts = { readonly [key: string]: string | Texts }

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

/** A placeholder in an explanation, which each language writes with its own word. */
const explained = ['{{name}}', '{{nom}}', '{{nombre}}']

/** `%{name}` in texts of the panel, `{{name}}` in e-mails and notifications. */
const placeholders = (text: string) =>
  [...new Set(text.match(/%\{\w+\}|\{\{\w+\}\}/g) ?? [])].filter(name => !explained.includes(name)).sort()
const forms = (text: string) => text.split('||||').length

const spanish = new Map(flat(raSpanish as unknown as Texts))
const raTexts = flat(raEnglish as unknown as Texts)

describe("react-admin's catalogue in Spanish", () => {
  it('the Spanish catalogue has exactly the keys of react-admin’s English one', () => {
    expect([...spanish.keys()].sort()).toEqual(raTexts.map(([key]) => key).sort())
  })

  it.each(raTexts)('the Spanish catalogue has the placeholders and plural forms of %s', (key, text) => {
    const said = spanish.get(key) ?? ''
    expect(placeholders(said)).toEqual(placeholders(text))
    expect(forms(said)).toBe(forms(text))
  })
})

const { en: english } = catalogues

const pairs = Object.entries(catalogues).flatMap(([lang, texts]) =>
  keysOf(english).map(name => [lang, name, texts[name], english[name]] as const),
)

describe.each(pairs)('the panel’s texts in %s: %s', (_lang, _name, texts, theirs) => {
  const said = new Map(flat(texts))
  const ours = flat(theirs)

  it('the catalogue has exactly the keys of the English one', () => {
    expect([...said.keys()].sort()).toEqual(ours.map(([key]) => key).sort())
  })

  it('the catalogue has the placeholders and plural forms of the English one and no empty text', () => {
    const shape = ([key, text]: [string, string]) => [
      key,
      placeholders(text),
      forms(text),
      text.trim() !== '',
    ]
    expect([...said].map(shape).sort()).toEqual(ours.map(shape).sort())
  })
})

describe('the panel’s texts', () => {
  it('the texts cover every error code of the API', () => {
    // Pages of one-time links and of sign-in have texts of their own.
    const pages = { ...english.onboarding.failures, ...entrance.problems, ...setup.problems }
    const said = [english.texts.errors, pages].flatMap(texts => Object.keys(texts))
    expect(said).toEqual(expect.arrayContaining(Object.keys(errorStatus)))
  })

  it('the texts cover every menu item', () => {
    expect(Object.keys(english.texts.menu)).toEqual(expect.arrayContaining(menuItems.map(item => item.key)))
  })
})

describe('texts of several files', () => {
  const videos = { resources: { videos: { name: 'Video' } }, menu: { videos: 'Videos' } } as const

  it('texts of several files are merged at any depth', () => {
    const medias = { resources: { medias: { name: 'Media' } } } as const
    expect(mergeTexts(videos, medias)).toEqual({
      resources: { videos: { name: 'Video' }, medias: { name: 'Media' } },
      menu: { videos: 'Videos' },
    })
  })

  it.each<Texts>([
    { resources: { videos: { name: 'Film' } } },
    { resources: { videos: 'Film' } },
    { menu: { videos: { name: 'Film' } } },
  ])('a key that two files have is rejected: %j', other => {
    expect(() => mergeTexts(videos, other)).toThrow(/is in two files/)
  })
})

describe('the panel’s texts in French', () => {
  it('no line breaks between a word and its guillemets, colon, semicolon, exclamation or question mark', () => {
    const all = keysOf(catalogues.fr)
      // A terminal breaks no lines between words.
      .filter(name => name !== 'cli')
      .flatMap(name => flat(catalogues.fr[name]))
    expect(all.filter(([, text]) => /« | »| [:;!?](?!\S)/.test(text))).toEqual([])
  })
})
