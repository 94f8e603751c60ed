import { describe, expect, it } from 'vitest'
import { nameOfFile } from '~/model/content-types'
import { languages } from '~/model/languages'
import { renderSubject } from '~/model/mail/mail-message'
import { cut, isStorableText, storableText } from '~/model/text'
import { nameOfRecording } from '~/model/video/insv-pair'
import { identityIn } from '~/server/features/auth/oidc'
import { notificationTexts } from '~/server/features/notifications/notify'

/** Two UTF-16 units, which PostgreSQL cannot store separately. */
const WALK = '🚶'

describe('a truncated text', () => {
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
  ])('truncates %j to %d units as %j', (text, most, kept) => {
    expect(cut(text, most)).toBe(kept)
  })
})

describe('the text of a program', () => {
  it.each([
    ['Plain', 'Plain'],
    ['line\nand tab\t', 'line\nand tab\t'],
    ['a\0b', 'a\ufffdb'],
    ['\0\0', '\ufffd\ufffd'],
    [`half ${WALK.slice(0, 1)}`, 'half \ufffd'],
    [`${WALK.slice(1)} half`, '\ufffd half'],
    [`whole ${WALK}`, `whole ${WALK}`],
  ])('stores %j as %j', (text, stored) => {
    expect(storableText(text)).toBe(stored)
    expect(isStorableText(stored)).toBe(true)
  })
})

describe('the name of a record created from a file', () => {
  it.each([
    ['film', nameOfFile, '.mp4'],
    ['recording', nameOfRecording, '.insv'],
  ])('limits the name of a %s to 200 characters', (_what, nameOf, ending) => {
    expect(nameOf(`${'x'.repeat(200)}${ending}`)).toBe('x'.repeat(200))
    expect(nameOf(`${'x'.repeat(240)}${ending}`)).toBe('x'.repeat(200))
  })

  it.each([
    ['film', nameOfFile, '.mp4'],
    ['recording', nameOfRecording, '.insv'],
  ])('does not split a surrogate pair in the name of a %s', (_what, nameOf, ending) => {
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
  ])('names the recording of the camera file %s %s', (file, name) => {
    expect(nameOfRecording(file)).toBe(name)
  })
})

describe('a notification with long names', () => {
  const company = `${'Société '.repeat(14)}12345678`
  const values = { company, group: `${'g'.repeat(299)}${WALK}${'h'.repeat(400)}` }

  it('truncates the notification in each language without splitting surrogate pairs', () => {
    const texts = notificationTexts('groupInvitation', () => values)
    for (const lang of languages) {
      expect(texts[lang].title.length).toBeLessThanOrEqual(300)
      expect(isStorableText(texts[lang].title)).toBe(true)
    }
  })

  it.each(Array.from({ length: 8 }, (_, shift) => shift))(
    'does not split a surrogate pair at the offset %d',
    shift => {
      const group = 'g'.repeat(shift) + WALK.repeat(300)
      const { en } = notificationTexts('groupInvitation', () => ({ company: '', group }))
      expect([isStorableText(en.title), en.title.length >= 299]).toEqual([true, true])
    },
  )

  it('creates a notification without detail if it needs none', () => {
    expect(notificationTexts('vectoCompleted', () => ({ vecto: 'Quay' })).en).toEqual({
      title: '“Quay” is ready',
      detail: null,
    })
  })

  it('inserts the values of each language', () => {
    const texts = notificationTexts('vectoFailed', lang => ({ vecto: 'Quay', reason: `reason-${lang}` }))
    expect(languages.map(lang => texts[lang].detail)).toEqual(languages.map(lang => `reason-${lang}`))
  })
})

it('truncates the subject of an e-mail without splitting surrogate pairs', () => {
  const subject = renderSubject('{{name}}', { name: `${'x'.repeat(299)}${WALK}` })
  expect(subject).toBe('x'.repeat(299))
})

it('truncates a name of an identity provider without splitting surrogate pairs', () => {
  const claims = { sub: '7', given_name: `${'x'.repeat(79)}${WALK}`, family_name: 'y'.repeat(81) }
  expect(
    identityIn(claims, { issuer: 'https://login.example', emailClaim: 'email', trusted: false }),
  ).toMatchObject({
    firstname: 'x'.repeat(79),
    lastname: 'y'.repeat(80),
  })
})
