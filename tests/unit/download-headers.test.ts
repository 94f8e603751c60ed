import { describe, expect, it } from 'vitest'
import { headersFor } from '~/server/features/uploads/download-routes'

const dispositionOf = (label: string, type = 'video/mp4', as = 'attachment') =>
  headersFor(type, label, as).disposition

/** Characters that RFC 8187 allows in an extended value, in addition to percent-encoded bytes. */
const extended = /filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/

describe('file name of a download', () => {
  it.each([
    ['Quay.mp4', 'Quay.mp4', 'Quay.mp4'],
    ['Quay at dawn.mp4', 'Quay at dawn.mp4', 'Quay%20at%20dawn.mp4'],
    ['Quay (low).mp4', 'Quay (low).mp4', 'Quay%20%28low%29.mp4'],
    ["Ann's *best*.mp4", "Ann's *best*.mp4", 'Ann%27s%20%2Abest%2A.mp4'],
    ['Été à Cádiz.mp4', '_t_ _ C_diz.mp4', '%C3%89t%C3%A9%20%C3%A0%20C%C3%A1diz.mp4'],
    ['100 %.mp4', '100 %.mp4', '100%20%25.mp4'],
    ['a"b\\c.mp4', 'a_b_c.mp4', 'a%22b%5Cc.mp4'],
    ['🚶.mp4', '__.mp4', '%F0%9F%9A%B6.mp4'],
    ['a\r\nSet-Cookie: b.mp4', 'a__Set-Cookie: b.mp4', 'a%0D%0ASet-Cookie%3A%20b.mp4'],
    ['a;b=c.mp4', 'a;b=c.mp4', 'a%3Bb%3Dc.mp4'],
    ['', '', ''],
  ])('the file name of %j is %j in ASCII and %s when encoded', (label, plain, encoded) => {
    expect(dispositionOf(label)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
  })

  it('the header has only printable ASCII for any file name', () => {
    const labels = Array.from({ length: 0x3000 }, (_, code) => `a${String.fromCodePoint(code)}b`)
    const wrong = labels.filter(label => {
      const disposition = dispositionOf(label)
      const isSafe = /^[\x20-\x7e]*$/.test(disposition) && disposition.split('"').length === 3
      return !isSafe || decodeURIComponent(extended.exec(disposition)?.[1] ?? '') !== label
    })
    expect(wrong).toEqual([])
  })
})

describe('inline downloads', () => {
  it.each(['image/png', 'image/webp', 'video/mp4', 'video/quicktime', 'application/pdf'])(
    'serves the type %s inline',
    type => {
      expect(dispositionOf('a', type, 'inline')).toMatch(/^inline;/)
      expect(dispositionOf('a', type, 'attachment')).toMatch(/^attachment;/)
    },
  )

  it.each([
    'image/svg+xml',
    'text/html',
    'text/plain',
    'application/xhtml+xml',
    'application/javascript',
    'application/octet-stream',
    'application/pdf2',
    'ximage/png',
    '',
  ])('serves the type %j as an attachment, since it could run as a page of this site', type => {
    expect(dispositionOf('a', type, 'inline')).toMatch(/^attachment;/)
    expect(headersFor(type, 'a', 'inline').contentType).toBe('application/octet-stream')
  })

  it.each(['', 'INLINE', 'inline ', 'other'])('serves an attachment when the link requests %j', as => {
    expect(dispositionOf('a', 'image/png', as)).toMatch(/^attachment;/)
  })

  it('an inline download keeps its content type', () => {
    expect(headersFor('video/mp4', 'a', 'inline').contentType).toBe('video/mp4')
  })
})
