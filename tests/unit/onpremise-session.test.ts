import { describe, expect, it } from 'vitest'
import { apiAddress } from '~/src/api/onpremise/address'
import { readMe } from '~/src/api/read-me'

describe('the URL of the on-premise API', () => {
  it('uses the panel’s origin for the API when no host is configured', () => {
    expect(apiAddress('', 1337, 'https:')).toBe('/parse')
  })

  it('builds the API URL from the configured host and port', () => {
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

  it('reads the user from the server’s response', () => {
    expect(readMe(answer)).toMatchObject({
      uid: 'u1',
      role: 'partner',
      roleLabel: 'Partenaire',
      lang: 'fr',
      company: { ref: 'companies/c1', label: 'Panorama' },
      reach: { own: ['c1'], managed: ['c2'], open: [], licensed: true },
    })
  })

  it('reads a role that is sent with its label', () => {
    expect(readMe({ ...answer, role: { key: 'root', label: 'Root' }, roleLabel: undefined })).toMatchObject({
      role: 'root',
      roleLabel: 'Root',
    })
  })

  it('omits the session token from the user', () => {
    expect(JSON.stringify(readMe(answer))).not.toContain('r:secret')
  })

  it('falls back to English for an unknown language', () => {
    expect(readMe({ ...answer, lang: 'de' }).lang).toBe('en')
  })

  it.each([null, undefined, '', 'guest', {}])('throws no_role for the role %j', role => {
    expect(() => readMe({ ...answer, role })).toThrow(expect.objectContaining({ code: 'no_role' }))
  })
})
