import { describe, expect, it } from 'vitest'
import { pathsFor } from '~/model/access'
import { type Role, roles } from '~/model/grants'
import { readAddress, reserved, writeAddress } from '~/model/lists/list-address'
import { resourceNames, resourceOf } from '~/model/registry'

const read = (name: string, address: string, role: Role = 'root', tab = '') =>
  readAddress({ resource: resourceOf(name), role, tab }, address)

const write = (name: string, params: Parameters<typeof writeAddress>[2], tab = '') =>
  writeAddress(resourceOf(name), tab, params)

const usual = { filter: {}, sort: 'createdAt', order: 'DESC', page: 1, perPage: 10 }

describe('URL of a list', () => {
  it('the URL of a list contains what differs from the definition and is parsed back', () => {
    const shown = {
      filter: { name: 'a & b', company: { ref: 'companies/c1', label: 'Atlas' }, specialUsage: 'icon' },
      sort: 'name',
      order: 'DESC',
      page: 3,
      perPage: 15,
    } as const
    const address = write('medias', shown)
    expect(address).toBe('?name=a+%26+b&company=companies/c1&specialUsage=icon&sort=-name&rows=15&page=3')
    expect(read('medias', address)).toEqual({
      ...shown,
      filter: { ...shown.filter, company: { ref: 'companies/c1', label: '' } },
    })
  })

  it('the URL of a list has no parameters when the tab has its default state', () => {
    expect(write('medias', usual as never)).toBe('')
    expect(write('medias', {})).toBe('')
    expect(write('users', { sort: 'deletedAt', order: 'DESC' }, 'deleted')).toBe('')
    expect(write('users', { sort: 'deletedAt', order: 'DESC' }, 'active')).toBe('?sort=-deletedAt')
    expect(read('medias', '')).toBeUndefined()
  })

  it.each([
    '?nonsense=1',
    '?page=0',
    '?page=-3',
    '?page=1e9',
    '?page=99999999999999999999',
    '?page=2.5',
    '?rows=11',
    '?rows=100000',
    '?sort=checksum',
    '?sort=__proto__',
    '?sort=toString',
    '?sort=',
    '?specialUsage=secret',
    '?company=users/u1',
    '?company=c1',
    '?name=%00',
    '?name=%ED%A0%80%00',
    `?name=${'a'.repeat(201)}`,
    '?name=%20',
    '?status=unheard-of',
    '?checksum=b64-x',
    '?uid=a%20b',
    '?createdAt=2026-13-01T00:00:00Z..',
    '?createdBy=%00',
    '?__proto__=x&constructor=y',
  ])('a list ignores the invalid URL parameter %s', address => {
    expect(read('medias', address)).toEqual(usual)
  })

  it('the URL of a list filters only by fields that the role may read', () => {
    expect(read('events', '?address=10.0.0.1', 'partner')?.filter).toEqual({})
    expect(read('users', '?notifications=true', 'root')?.filter).toEqual({ notifications: true })
    expect(read('users', '?notifications=true', 'admin')?.filter).toEqual({})
  })

  it('the URL of a list may filter by fields that the search form does not offer', () => {
    const at = '2026-11-01T09:00:00.000Z'
    const address = `?status=pending,converting&updatedAt=..${at}&uid=v1,v2`
    expect(read('videos', address)?.filter).toEqual({
      status: ['pending', 'converting'],
      updatedAt: `..${at}`,
      uid: ['v1', 'v2'],
    })
    const { filter } = read('videos', address) ?? {}
    expect(decodeURIComponent(write('videos', { filter }))).toBe(
      `?uid=v1,v2&status=pending,converting&updatedAt=..${at}`,
    )
  })

  it('reserved URL parameters of a list collide with no filter', () => {
    const filters = resourceNames.flatMap(name =>
      roles.flatMap(role => pathsFor(resourceOf(name).list.filters, role)),
    )
    expect(filters.filter(path => reserved.some(word => word === path))).toEqual([])
  })
})
