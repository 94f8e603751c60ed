import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { newCode, plainCode, stepOf } from '~/server/features/auth/second-factor'

/** The secret of the test vectors in RFC 6238, appendix B; these codes are their last six digits. */
const secret = Secret.fromLatin1('12345678901234567890').base32
const SECOND = 1000

const codeAt = (seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6, algorithm: 'SHA1' }).generate({
    timestamp: seconds * SECOND,
  })

describe('the period of a code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('finds at %d s for the code %s the period %d, as in RFC 6238', (seconds, code, step) => {
    expect(stepOf(secret, code, seconds * SECOND)).toBe(step)
  })

  const noon = 1_800_000_000
  const step = noon / 30

  it.each([
    ['two periods before', -60, undefined],
    ['the previous period', -30, step - 1],
    ['the current period, at its first second', 0, step],
    ['the current period, at its last second', 29, step],
    ['the next period', 30, step + 1],
    ['two periods after', 60, undefined],
  ])('finds the period of a code of %s', (_name, away, found) => {
    expect(stepOf(secret, codeAt(noon + away), noon * SECOND)).toBe(found)
  })

  it('returns the same period while a code is valid, so that it is accepted once', () => {
    const code = codeAt(noon)
    const steps = [-30, -15, -0.001, 0, 14.5, 29.999, 30, 59.999].map(away =>
      stepOf(secret, code, (noon + away) * SECOND),
    )
    expect(new Set(steps)).toEqual(new Set([step]))
  })

  it('verifies codes by the shared clock, not by this machine’s', () => {
    const day = 86_400
    for (const away of [-100 * day, -31, 31, 100 * day]) {
      const then = Math.floor(Date.now() / SECOND) + away
      expect(stepOf(secret, codeAt(then), then * SECOND)).toBe(Math.floor(then / 30))
    }
  })

  it.each(['', '28708', '2870820', '000000', 'abcdef', '-87082'])('finds no period for the code %j', code => {
    expect(stepOf(secret, code, 59 * SECOND)).toBeUndefined()
  })
})

describe('a code as it is typed', () => {
  it.each([
    ['123 456', '123456'],
    [' 123-456\n', '123456'],
    ['ABCDE-fghij', 'abcdefghij'],
    ['abcde–fghij', 'abcdefghij'],
    ['abc de fgh ij', 'abcdefghij'],
    ['', ''],
    ['--', ''],
    ["'; drop table users", 'droptableusers'],
  ])('normalizes the typed code %j to %j', (said, code) => {
    expect(plainCode(said)).toBe(code)
  })
})

describe('a recovery code', () => {
  const codes = Array.from({ length: 500 }, newCode)

  it('creates recovery codes of two groups of five unambiguous letters and digits', () => {
    for (const code of codes) expect(code).toMatch(/^[a-kmnp-z2-9]{5}-[a-kmnp-z2-9]{5}$/)
  })

  it('creates distinct recovery codes with evenly distributed letters', () => {
    expect(new Set(codes).size).toBe(codes.length)
    const counts = new Map<string, number>()
    for (const letter of codes.join('').replaceAll('-', '')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(32)
    // 5,000 letters, some 156 of each: by chance, none is twice as rare or as frequent.
    for (const count of counts.values()) expect([count > 78, count < 312]).toEqual([true, true])
  })

  it('a recovery code never has the length of an authenticator code', () => {
    for (const code of codes) expect(plainCode(code)).toHaveLength(10)
  })
})
