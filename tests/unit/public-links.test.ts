import { describe, expect, it } from 'vitest'
import { embedCode, frameAncestors, isDomain, normalDomain } from '~/model/public-links'
import { embedderOf, tokenIn } from '~/src/features/public-links/watch/watch-calls'

describe('the domains of a public link', () => {
  it.each([
    'example.com',
    'www.example.com',
    'a.b.c.example',
    'localhost',
    'xn--mseum-kva.example',
    '1st.example',
  ])('%s is a host name', name => expect(isDomain(name)).toBe(true))

  it.each([
    ...['', '*', '*.example.com', 'example.com:443', 'https://example.com', 'a b', 'javascript:', "'none'"],
    ...[
      'a;script-src',
      'a,b',
      'müseum.example',
      '10.0.0.1',
      '::1',
      '-a',
      'a-',
      'a..b',
      'a.',
      `${'a.'.repeat(127)}ab`,
    ],
    `${'a'.repeat(64)}.example`,
  ])('%j is no host name', name => expect(isDomain(name)).toBe(false))

  it('domains of a public link are compared in lower case, without the dot of the root', () => {
    expect(normalDomain(' WWW.Example.com. ')).toBe('www.example.com')
  })

  it('without any, no page may embed the player', () => {
    expect([frameAncestors([]), frameAncestors(['a.example', 'b.example'])]).toEqual([
      "'none'",
      'a.example b.example',
    ])
  })
})

describe('the HTML that embeds a player', () => {
  it('escapes the name of the 3D video', () => {
    const code = embedCode('https://panel.example/watch/x', '"><script>alert(1)</script>&')
    expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"')
    expect(code).not.toContain('<script')
  })
})

describe('the page of a public link', () => {
  it('reads the token in its address, without punctuation after it', () => {
    expect(tokenIn('/watch/abc_DEF-1')).toBe('abc_DEF-1')
    expect(tokenIn('/watch/abc).')).toBe('abc')
    expect(tokenIn('/watch')).toBe('')
  })

  const alone = {} as { top: unknown }
  alone.top = alone
  const framed = { top: {} }

  it.each([
    ['alone', alone, {}, '', ''],
    ['alone, after a click on another site', alone, {}, 'https://other.example/', ''],
    ['in a page', framed, { ancestorOrigins: ['https://www.museum.example'] }, '', 'www.museum.example'],
    [
      'in a page in a page',
      framed,
      { ancestorOrigins: ['https://inner.example', 'https://outer.example'] },
      '',
      'outer.example',
    ],
    ['in a browser without ancestors', framed, {}, 'https://www.museum.example/visit', 'www.museum.example'],
    ['in a page without a name', framed, { ancestorOrigins: ['null'] }, '', 'unknown'],
    ['in a page that tells nothing', framed, {}, '', 'unknown'],
  ])('knows which page embeds it: %s', (_, page, place, referrer, expected) => {
    expect(embedderOf(page as Pick<Window, 'top'>, place, referrer)).toBe(expected)
  })
})
