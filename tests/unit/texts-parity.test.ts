import raEnglish from 'ra-language-english'
import { describe, expect, it } from 'vitest'
import account from '~/i18n/en/account.json'
import onboarding from '~/i18n/en/onboarding.json'
import en from '~/i18n/en/panel.json'
import signIn from '~/i18n/en/sign-in.json'
import accountEs from '~/i18n/es/account.json'
import onboardingEs from '~/i18n/es/onboarding.json'
import es from '~/i18n/es/panel.json'
import signInEs from '~/i18n/es/sign-in.json'
import accountFr from '~/i18n/fr/account.json'
import onboardingFr from '~/i18n/fr/onboarding.json'
import fr from '~/i18n/fr/panel.json'
import signInFr from '~/i18n/fr/sign-in.json'
import { errorStatus } from '~/model/errors'
import { menuItems } from '~/src/app/menu-items'
import raSpanish from '~/src/app/ra-spanish'

type Texts = { readonly [key: string]: string | Texts }

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort()
const forms = (text: string) => text.split('||||').length

const spanish = new Map(flat(raSpanish as unknown as Texts))
const english = flat(raEnglish as unknown as Texts)

describe("react-admin's catalogue in Spanish", () => {
  it('has the keys of the English one, no more and no less', () => {
    expect([...spanish.keys()].sort()).toEqual(english.map(([key]) => key).sort())
  })

  it.each(english)('has the placeholders and plural forms of %s', (key, text) => {
    const said = spanish.get(key) ?? ''
    expect(placeholders(said)).toEqual(placeholders(text))
    expect(forms(said)).toBe(forms(text))
  })
})

describe.each([
  ['French', fr, en],
  ['Spanish', es, en],
  ['French, of links', onboardingFr, onboarding],
  ['Spanish, of links', onboardingEs, onboarding],
  ['French, of one’s account', accountFr, account],
  ['Spanish, of one’s account', accountEs, account],
  ['French, of sign-in', signInFr, signIn],
  ['Spanish, of sign-in', signInEs, signIn],
])('our own texts in %s', (_language, texts, english) => {
  const said = new Map(flat(texts as Texts))
  const ours = flat(english as Texts)

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
    const pages = { ...onboarding.failures, ...signIn.problems }
    const said = [...Object.keys(en.errors), ...Object.keys(pages)]
    expect(said).toEqual(expect.arrayContaining(Object.keys(errorStatus)))
  })

  it('name every menu item', () => {
    expect(Object.keys(en.menu)).toEqual(expect.arrayContaining(menuItems.map(item => item.key)))
  })
})
