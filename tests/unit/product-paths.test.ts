import { describe, expect, it } from 'vitest'
import { productAddress, productTo } from '~/src/app/routes'

describe('URLs of react-admin in the product', () => {
  it.each([
    ['/users', '/user'],
    ['/users/', '/user'],
    ['/users/create', '/user/create'],
    ['/users/abc', '/user/modify/abc'],
    ['/users/abc/show', '/user/show/abc'],
    ['/companies/abc/show', '/company/show/abc'],
    ['/companies/abc', '/company/modify/abc'],
    ['/vectos/video%2Fvecto/show', '/video3d/show/video/vecto'],
    ['/versions/environment%2Fversion/show', '/environments/environment/versions/version/tree'],
    ['/groups/company%2Fgroup', '/company/companies.company/group/modify/group'],
    ['/users/%/show', '/user/show/%25'],
    ['/medias', '/medias'],
    ['/medias/create', '/medias/create'],
    ['/medias/abc', '/medias/modify/abc'],
    ['/medias/abc/show', '/medias/show/abc'],
  ])('translates %s to %s', (from, to) => {
    expect(productAddress(from)).toBe(to)
  })

  it('keeps the query and the hash', () => {
    expect(productAddress('/users/abc/show?back=/x#sessions')).toBe('/user/show/abc?back=/x#sessions')
    expect(productAddress('/users?filter={}')).toBe('/user?filter={}')
    expect(productAddress('/companies#top')).toBe('/company#top')
  })

  it('keeps the encoding of an id', () => {
    expect(productAddress('/users/a%2Fb/show')).toBe('/user/show/a%2Fb')
  })

  it.each([
    '/home',
    '/user',
    '/user/show/abc',
    '/medias/show/abc',
    '/medias/modify/abc',
    '/company/create',
    '/unknown/abc/show',
    '/users/abc/show/more',
    '#details',
    '?page=2',
    '',
  ])('leaves %j unchanged', address => {
    expect(productAddress(address)).toBe(address)
  })

  it('translates locations, but not steps in the history', () => {
    expect(productTo({ pathname: '/users/abc', search: '?x=1', state: { a: 1 } })).toEqual({
      pathname: '/user/modify/abc',
      search: '?x=1',
      state: { a: 1 },
    })
    expect(productTo({ search: '?x=1' })).toEqual({ search: '?x=1' })
    expect(productTo(-1)).toBe(-1)
  })
})
