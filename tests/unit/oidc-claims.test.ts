import { describe, expect, it } from 'vitest'
import { identityIn } from '~/server/features/auth/oidc'

const issuer = 'https://login.example'
const of = (claims: Readonly<Record<string, unknown>>, trusted = false, emailClaim = 'email') =>
  identityIn({ sub: '7', ...claims }, { issuer, trusted, emailClaim })

const ann = { address: 'ann@example.com' }
const unverified = { problem: 'email_unverified' }
const missing = { problem: 'email_missing' }

describe('the e-mail address in the claims of a provider', () => {
  const email = ' Ann@Example.com '

  it.each([
    [{ email, email_verified: true }, false, ann],
    [{ email, email_verified: 'true' }, false, ann],
    [{ email, email_verified: false }, true, unverified],
    [{ email, email_verified: 'false' }, true, unverified],
    [{ email }, true, ann],
    [{ email }, false, unverified],
    [{}, true, missing],
    [{ email_verified: true }, true, missing],
    [{ email: '', email_verified: true }, true, missing],
    [{ email: 'example.com', email_verified: true }, true, missing],
    [{ email: ['ann@example.com'], email_verified: true }, true, missing],
  ])('the claims %j, trusted without verification: %s, yield %j', (claims, trusted, found) => {
    expect(of(claims, trusted).email).toEqual(found)
  })

  it('applies email_verified to the claim email only', () => {
    const claims = { upn: email, email: 'other@example.com', email_verified: true }
    expect(of(claims, true, 'upn').email).toEqual(ann)
    expect(of(claims, false, 'upn').email).toEqual(unverified)
    expect(of({ email }, true, 'upn').email).toEqual(missing)
  })
})

describe('the names in the claims of a provider', () => {
  it.each([
    [{ given_name: 'Ann ', family_name: 'Lee', name: 'Other' }, 'Ann', 'Lee'],
    [{ name: ' Ann  van Lee ' }, 'Ann', 'van Lee'],
    [{ name: 'DUPONT, Jean' }, 'Jean', 'DUPONT'],
    [{ name: 'Dupont , Jean Marie' }, 'Jean Marie', 'Dupont'],
    [{ name: 'DE LA TOUR Anne Marie' }, 'Anne Marie', 'DE LA TOUR'],
    [{ name: 'Jean DUPONT' }, 'Jean', 'DUPONT'],
    [{ name: 'J. Dupont' }, 'J.', 'Dupont'],
    [{ name: 'JEAN DUPONT' }, 'JEAN', 'DUPONT'],
    [{ name: '\u202EAnn\u202C Lee' }, 'Ann', 'Lee'],
    [{ given_name: 'Ann' }, 'Ann', ''],
    [{ name: ',' }, ',', ''],
    [{ name: 5 }, '', ''],
  ])('parses the names in %j as %s and %s', (claims, firstname, lastname) => {
    expect(of(claims)).toMatchObject({ firstname, lastname })
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
