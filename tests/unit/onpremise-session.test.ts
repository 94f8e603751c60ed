import { describe, expect, it } from 'vitest'
import { apiAddress } from '~/src/api/onpremise/onpremise'
import { readMe } from '~/src/api/read-me'

describe("the on-premise API's address", () => {
  it('is on the origin of the panel when no host is given', () => {
    expect(apiAddress('', 1337, 'https:')).toBe('/parse')
  })

  it('has the host, the port and the parse path otherwise', () => {
    expect(apiAddress('vecto.local', 1337, 'http:')).toBe('http://vecto.local:1337/parse')
    expect(apiAddress('https://vecto.local/', 8443, 'http:')).toBe('https://vecto.local:8443/parse')
  })
})

describe('the signed-in user', () => {
  const answer = {
    objectId: 'u1',
    sessionToken: 'r:secret',
    email: 'ada@demo.example',
    role: 'partner',
    roleLabel: 'Partenaire',
    lang: 'fr',
    company: { ref: 'companies/c1', label: 'Panorama' },
    reach: { own: ['c1'], managed: ['c2'], open: [] },
    licensed: true,
  }

  it('is read from what the server says', () => {
    expect(readMe(answer)).toMatchObject({
      uid: 'u1',
      role: 'partner',
      roleLabel: 'Partenaire',
      lang: 'fr',
      company: { ref: 'companies/c1', label: 'Panorama' },
      reach: { own: ['c1'], managed: ['c2'], open: [], licensed: true },
    })
  })

  it('may have a role with its own label', () => {
    expect(readMe({ ...answer, role: { key: 'root', label: 'Root' }, roleLabel: undefined })).toMatchObject({
      role: 'root',
      roleLabel: 'Root',
    })
  })

  it('never carries the token about', () => {
    expect(JSON.stringify(readMe(answer))).not.toContain('r:secret')
  })

  it('speaks English when the language is unknown', () => {
    expect(readMe({ ...answer, lang: 'de' }).lang).toBe('en')
  })

  it.each([null, undefined, '', 'guest', {}])('is refused with the role %j', role => {
    expect(() => readMe({ ...answer, role })).toThrow(expect.objectContaining({ code: 'no_role' }))
  })
})
