import { describe, expect, it } from 'vitest'
import { companyPathOf, inCompany } from '~/model/lists/list-address'
import { resourceOf } from '~/model/registry'

describe('company filter', () => {
  it.each([
    ['companies', 'uid'],
    ['users', 'company'],
    ['vectos', 'company'],
    ['mails', 'company'],
    ['downloads', undefined],
    ['templates', undefined],
    ['shares', undefined],
  ])('the company filter of %s uses the field %s', (name, path) => {
    expect(companyPathOf(resourceOf(name))).toBe(path)
  })

  it('the company filter compares references, and for companies the uid', () => {
    expect(inCompany(resourceOf('users'), 'companies/a')).toEqual({ company: 'companies/a' })
    expect(inCompany(resourceOf('companies'), 'companies/a')).toEqual({ uid: 'a' })
    expect(inCompany(resourceOf('templates'), 'companies/a')).toEqual({})
    expect(inCompany(resourceOf('users'), undefined)).toEqual({})
  })

  it('a company in the list’s own filter takes precedence', () => {
    const own = { company: { ref: 'companies/b', label: 'B' } }
    expect(inCompany(resourceOf('users'), 'companies/a', own)).toEqual({})
    expect(inCompany(resourceOf('users'), 'companies/a', { company: null })).toEqual({
      company: 'companies/a',
    })
    expect(inCompany(resourceOf('companies'), 'companies/a', { uid: ['b', 'c'] })).toEqual({})
  })
})
