import { describe, expect, expectTypeOf, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { account } from '~/i18n/en/account'
import type { account as french } from '~/i18n/fr/account'
import type { Translation } from '~/i18n/translation'
import { languages } from '~/model/languages'

const english = {
  title: 'Home',
  sent: '%{done} of %{total}',
  mail: { hello: '<p>{{firstname}}, see <a href="{{link}}">{{company}}</a></p>' },
  count: '%{smart_count} file |||| %{smart_count} files',
  explained: '“%{names}”: a placeholder is written {{name}}.',
} as const

type Texts = Translation<typeof english>

const right = {
  title: 'Accueil',
  sent: 'Sur %{total}, %{done}',
  mail: { hello: '<p>{{company}} : <a href="{{link}}">{{firstname}}</a></p>' },
  count: '%{smart_count} fichier |||| %{smart_count} fichiers',
  explained: '« %{names} » : un repère s’écrit {{nom}}.',
} as const satisfies Texts

describe('a translation', () => {
  it('compiles with the English placeholders in another order, and its own word in an explanation', () => {
    expectTypeOf<typeof right>().toExtend<Texts>()
    expectTypeOf<typeof english>().toExtend<Texts>()
    expectTypeOf<typeof english>().toExtend<Translation<typeof right>>()
  })

  it('a translation does not compile without a key, at any depth', () => {
    expectTypeOf<Omit<typeof right, 'title'>>().not.toExtend<Texts>()
    expectTypeOf<Omit<typeof right, 'mail'> & { mail: { bye: '' } }>().not.toExtend<Texts>()
  })

  it('a translation does not compile with a key that English lacks', () => {
    // @ts-expect-error: English has no subtitle.
    expect({ ...right, subtitle: 'x' } satisfies Texts).toBeDefined()
    expectTypeOf<typeof english>().not.toExtend<Translation<typeof right & { subtitle: 'x' }>>()
  })

  it('a translation does not compile without a placeholder or without plural forms', () => {
    expectTypeOf<'Sur %{total}'>().not.toExtend<Texts['sent']>()
    expectTypeOf<'%{done} sur {{total}}'>().not.toExtend<Texts['sent']>()
    expectTypeOf<'{{firstname}} {{link}}'>().not.toExtend<Texts['mail']['hello']>()
    expectTypeOf<'{{firstname}} {{link}} %{company}'>().not.toExtend<Texts['mail']['hello']>()
    expectTypeOf<'%{smart_count} fichiers'>().not.toExtend<Texts['count']>()
    expectTypeOf<'Un repère s’écrit {{nom}}.'>().not.toExtend<Texts['explained']>()
  })

  it('a translation does not compile with a placeholder that English lacks', () => {
    expectTypeOf<'Home'>().not.toExtend<Translation<{ title: 'Accueil de %{name}' }>['title']>()
    expectTypeOf<'Home'>().not.toExtend<Translation<{ title: 'Accueil de {{name}} {{group}}' }>['title']>()
  })

  it('every translation file is checked against the English one', () => {
    expectTypeOf<typeof french>().toExtend<Translation<typeof account>>()
    expectTypeOf<(typeof french)['factorOn']>().toExtend<`${string}%{date}${string}`>()
    expectTypeOf<(typeof french)['factorOn']>().not.toEqualTypeOf<string>()
    expect(catalogues.en.account).toBe(account)
    expect(Object.keys(catalogues).sort()).toEqual([...languages].sort())
  })
})
