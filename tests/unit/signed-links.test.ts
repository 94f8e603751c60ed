import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLinkSigner, type Disposition, LINK_SECONDS } from '~/server/platform/crypto/signed-links'

const key = (id: string) => ({ id, secret: `the secret ${id} of a server` })
const signer = createLinkSigner([key('new'), key('old')])
const noon = Date.UTC(2026, 10, 28, 12)
const id = 'a'.repeat(20)

/** The parts of a link’s URL, as the route parses them. */
const partsOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'https://panel.example')
  const [, , , file = '', name = ''] = pathname.split('/')
  const [as, until, from, signature] = ['as', 'until', 'key', 'signature'].map(
    each => searchParams.get(each) ?? '',
  )
  return {
    ...{ id: file, name: decodeURIComponent(name), as: as ?? '', until: until ?? '' },
    ...{ key: from ?? '', signature: signature ?? '' },
  }
}

const linkTo = (name: string, as: Disposition = 'inline') => partsOf(signer.link(id, name, as, noon))

describe('a signed link to a file', () => {
  it.each(['photo.png', 'été à Nice.png', 'a/b?c#d&e=f.png', '100 %.png', '名前.png'])(
    'preserves the file name %s in a signed link',
    name => {
      const parts = linkTo(name)
      expect(parts).toMatchObject({ id, name })
      expect(signer.verify(parts, noon)).toBe(true)
    },
  )

  it('verifies a signed link for exactly one day', () => {
    const parts = linkTo('photo.png')
    const end = noon + LINK_SECONDS * 1000
    expect(signer.verify(parts, end - 1)).toBe(true)
    expect(signer.verify(parts, end)).toBe(false)
  })

  it.each([
    ['another file', { id: 'b'.repeat(20) }],
    ['another name', { name: 'photo.html' }],
    ['no disposition instead of attachment', { as: '' }],
    ['the disposition inline', { as: 'inline' }],
    ['another expiry', { until: String(noon) }],
    ['an invalid expiry', { until: 'never' }],
    ['another key', { key: 'old' }],
    ['an unknown key', { key: 'none' }],
    ['a truncated signature', { signature: 'abc' }],
    ['no signature', { signature: '' }],
  ])('rejects a signed link with %s', (_what, change) => {
    const parts = linkTo('photo.png', 'attachment')
    expect(signer.verify(parts, noon)).toBe(true)
    expect(signer.verify({ ...parts, ...change }, noon)).toBe(false)
  })

  it('verifies links of a rotated key until they expire and signs new ones with the new key', () => {
    const before = createLinkSigner([key('old')])
    const old = partsOf(before.link(id, 'photo.png', 'inline', noon))
    expect(old.key).toBe('old')
    expect(signer.verify(old, noon)).toBe(true)
    expect(linkTo('photo.png').key).toBe('new')
    expect(before.verify(linkTo('photo.png'), noon)).toBe(false)
  })

  it('signs inline links in the format of servers without downloads', () => {
    const { until, signature } = linkTo('photo.png')
    const { secret } = key('new')
    expect(signature).toBe(
      createHmac('sha256', secret).update(`${until}.${id}\0photo.png`).digest('base64url'),
    )
  })

  it('includes the API origin in a signed link only when it differs from the panel’s', () => {
    expect(signer.link(id, 'a.png', 'inline', noon)).toMatch(/^\/parse\/blob\/a{20}\/a\.png\?until=/)
    const elsewhere = createLinkSigner([key('new')], 'https://api.example/parse')
    expect(elsewhere.link(id, 'a.png', 'inline', noon)).toMatch(/^https:\/\/api\.example\/parse\/blob\//)
  })
})

describe('a cacheable link to an image of a list', () => {
  it('returns the same image link for an hour, so that browsers cache the image', () => {
    const at = (minutes: number) => signer.cacheable(id, 'photo.png', noon + minutes * 60_000)
    expect(at(59)).toBe(at(0))
    expect(at(60)).not.toBe(at(0))
  })

  it('verifies a cacheable image link for at least a day less an hour', () => {
    const late = noon + 59 * 60_000
    const parts = partsOf(signer.cacheable(id, 'photo.png', late))
    expect(signer.verify(parts, late + (LINK_SECONDS - 3600) * 1000)).toBe(true)
    expect(signer.verify(parts, noon + LINK_SECONDS * 1000)).toBe(false)
  })
})
