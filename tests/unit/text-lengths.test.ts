import { describe, expect, it } from 'vitest'
import { nameOfFile } from '~/model/content-types'
import { languages } from '~/model/languages'
import { renderSubject } from '~/model/mail/mail-message'
import { isStorableText, storableText } from '~/model/request-text'
import { cut } from '~/model/text'
import { nameOfRecording } from '~/model/video/insv-pair'
import { identityIn } from '~/server/features/auth/oidc'
import { notificationTexts } from '~/server/features/notifications/notify'

/** Two UTF-16 units, of which PostgreSQL stores no half. */
const WALK = '🚶'

describe('a text that is cut', () => {
  it.each([
    ['', 5, ''],
    ['quay', 5, 'quay'],
    ['quays', 5, 'quays'],
    ['harbour', 5, 'harbo'],
    ['harbour', 0, ''],
    [`quay${WALK}`, 6, `quay${WALK}`],
    [`quay${WALK}`, 5, 'quay'],
    [`${WALK}${WALK}`, 3, WALK],
    [`${WALK}${WALK}`, 1, ''],
    ['été', 2, 'ét'],
  ])('%j within %d units is %j', (text, most, kept) => {
    expect(cut(text, most)).toBe(kept)
  })
})

describe('a text of a program', () => {
  it.each([
    ['Plain', 'Plain'],
    ['line\nand tab\t', 'line\nand tab\t'],
    ['a\0b', 'a\ufffdb'],
    ['\0\0', '\ufffd\ufffd'],
    [`half ${WALK.slice(0, 1)}`, 'half \ufffd'],
    [`${WALK.slice(1)} half`, '\ufffd half'],
    [`whole ${WALK}`, `whole ${WALK}`],
  ])('%j is stored as %j', (text, stored) => {
    expect(storableText(text)).toBe(stored)
    expect(isStorableText(stored)).toBe(true)
  })
})

describe('the name of a record that is made of a file', () => {
  it.each([
    ['film', nameOfFile, '.mp4'],
    ['recording', nameOfRecording, '.insv'],
  ])('has 200 letters at most, for a %s', (_what, nameOf, ending) => {
    expect(nameOf(`${'x'.repeat(200)}${ending}`)).toBe('x'.repeat(200))
    expect(nameOf(`${'x'.repeat(240)}${ending}`)).toBe('x'.repeat(200))
  })

  it.each([
    ['film', nameOfFile, '.mp4'],
    ['recording', nameOfRecording, '.insv'],
  ])('ends with a whole letter, for a %s', (_what, nameOf, ending) => {
    const name = nameOf(`${'x'.repeat(199)}${WALK}${ending}`)
    expect([name, isStorableText(name)]).toEqual(['x'.repeat(199), true])
  })

  it.each([
    ['VID_20260101_120000_00_007.insv', 'VID_20260101_120000_007'],
    ['VID_20260101_120000_10_007.INSV', 'VID_20260101_120000_007'],
    ['VID_20260101_000000_00_007.insv', 'VID_20260101_000000_007'],
    ['LRV_20260101_120000_11_007.insv', 'LRV_20260101_120000_11_007'],
    ['Quay_00.insv', 'Quay_00'],
    ['a.insv.insv', 'a.insv'],
  ])('of the camera file %s is %s', (file, name) => {
    expect(nameOfRecording(file)).toBe(name)
  })
})

describe('a notification of long names', () => {
  const company = `${'Société '.repeat(14)}12345678`
  const values = { company, group: `${'g'.repeat(299)}${WALK}${'h'.repeat(400)}` }

  it('is stored in each language, whole letters only', () => {
    const texts = notificationTexts('groupInvitation', () => values)
    for (const lang of languages) {
      expect(texts[lang].title.length).toBeLessThanOrEqual(300)
      expect(isStorableText(texts[lang].title)).toBe(true)
    }
  })

  it.each(Array.from({ length: 8 }, (_, shift) => shift))('wherever a letter lies (%d)', shift => {
    const group = 'g'.repeat(shift) + WALK.repeat(300)
    const { en } = notificationTexts('groupInvitation', () => ({ company: '', group }))
    expect([isStorableText(en.title), en.title.length >= 299]).toEqual([true, true])
  })

  it('has no detail where there is nothing to say', () => {
    expect(notificationTexts('vectoCompleted', () => ({ vecto: 'Quay' })).en).toEqual({
      title: '“Quay” is ready',
      detail: null,
    })
  })

  it('takes the values of each language', () => {
    const texts = notificationTexts('vectoFailed', lang => ({ vecto: 'Quay', reason: `reason-${lang}` }))
    expect(languages.map(lang => texts[lang].detail)).toEqual(languages.map(lang => `reason-${lang}`))
  })
})

it('the subject of an e-mail ends with a whole letter', () => {
  const subject = renderSubject('{{name}}', { name: `${'x'.repeat(299)}${WALK}` })
  expect(subject).toBe('x'.repeat(299))
})

it('a name of an identity provider ends with a whole letter', () => {
  const claims = { sub: '7', given_name: `${'x'.repeat(79)}${WALK}`, family_name: 'y'.repeat(81) }
  expect(
    identityIn(claims, { issuer: 'https://login.example', emailClaim: 'email', trusted: false }),
  ).toMatchObject({
    firstname: 'x'.repeat(79),
    lastname: 'y'.repeat(80),
  })
})
