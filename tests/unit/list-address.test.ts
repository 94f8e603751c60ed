import { describe, expect, it } from 'vitest'
import { pathsFor } from '~/model/define'
import { resourceNames, resourceOf } from '~/model/registry'
import { type Role, roles } from '~/model/roles'
import { readAddress, reserved, writeAddress } from '~/src/admin/list/list-address'

const read = (name: string, address: string, role: Role = 'root', tab = '') =>
  readAddress({ resource: resourceOf(name), role, tab }, address)

const write = (name: string, params: Parameters<typeof writeAddress>[2], tab = '') =>
  writeAddress(resourceOf(name), tab, params)

const usual = { filter: {}, sort: 'createdAt', order: 'DESC', page: 1, perPage: 10 }

describe('the address of a list', () => {
  it('says what differs from the definition, and is read back', () => {
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

  it('is bare where a list is as it is defined, each tab by itself', () => {
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
    '?status=pending',
    '?createdBy=%00',
    '?__proto__=x&constructor=y',
  ])('ignores %s', address => {
    expect(read('medias', address)).toEqual(usual)
  })

  it('filters only by what the role may', () => {
    expect(read('companies', '?partner=companies/p', 'root')?.filter).toEqual({
      partner: { ref: 'companies/p', label: '' },
    })
    expect(read('companies', '?partner=companies/p', 'partner')?.filter).toEqual({})
  })

  it('has words of its own that name no filter', () => {
    const filters = resourceNames.flatMap(name =>
      roles.flatMap(role => pathsFor(resourceOf(name).list.filters, role)),
    )
    expect(filters.filter(path => reserved.some(word => word === path))).toEqual([])
  })
})
