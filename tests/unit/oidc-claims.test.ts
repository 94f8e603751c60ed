import { describe, expect, it } from 'vitest'
import { identityIn } from '~/server/features/auth/oidc-claims'

const issuer = 'https://login.example'
const of = (claims: Readonly<Record<string, unknown>>, trusted = false) =>
  identityIn(issuer, { sub: '7', ...claims }, trusted)

describe('the address in the claims of a provider', () => {
  const email = ' Ann@Example.com '

  it.each([
    [{ email, email_verified: true }, false, 'ann@example.com'],
    [{ email, email_verified: 'true' }, false, 'ann@example.com'],
    [{ email, email_verified: false }, true, null],
    [{ email, email_verified: 'false' }, true, null],
    [{ email }, true, 'ann@example.com'],
    [{ email }, false, null],
    [{ email: '', email_verified: true }, true, null],
    [{ email: 'example.com', email_verified: true }, true, null],
    [{ email: ['ann@example.com'], email_verified: true }, true, null],
  ])('%j, trusted without a claim: %s, is %s', (claims, trusted, found) => {
    expect(of(claims, trusted).email).toBe(found)
  })
})

describe('the names', () => {
  it('are the given and the family name, or parts of the whole', () => {
    expect(of({ given_name: 'Ann ', family_name: 'Lee', name: 'Other' })).toMatchObject({
      firstname: 'Ann',
      lastname: 'Lee',
    })
    expect(of({ name: ' Ann  van Lee ' })).toMatchObject({ firstname: 'Ann', lastname: 'van Lee' })
    expect(of({ given_name: 'Ann' })).toMatchObject({ firstname: 'Ann', lastname: '' })
    expect(of({ name: 5 })).toMatchObject({ firstname: '', lastname: '' })
  })
})

it.each([
  ['fr', 'fr'],
  ['fr-CA', 'fr'],
  ['ES_mx', 'es'],
  ['est', 'en'],
  ['de', 'en'],
  [undefined, 'en'],
])('the language of the locale %s is %s', (locale, lang) => {
  expect(of({ locale }).lang).toBe(lang)
})
