import { describe, expect, it } from 'vitest'
import { companyPathOf, inCompany } from '~/model/company-filter'
import { resourceOf } from '~/model/registry'

describe('the filter that narrows a list to one company', () => {
  it.each([
    ['companies', 'uid'],
    ['users', 'company'],
    ['vectos', 'company'],
    ['mails', 'company'],
    ['downloads', undefined],
    ['templates', undefined],
    ['shares', undefined],
  ])('of %s is by %s', (name, path) => {
    expect(companyPathOf(resourceOf(name))).toBe(path)
  })

  it('compares references, and of companies themselves the uid', () => {
    expect(inCompany(resourceOf('users'), 'companies/a')).toEqual({ company: 'companies/a' })
    expect(inCompany(resourceOf('companies'), 'companies/a')).toEqual({ uid: 'a' })
    expect(inCompany(resourceOf('templates'), 'companies/a')).toEqual({})
    expect(inCompany(resourceOf('users'), undefined)).toEqual({})
  })

  it('gives way to a company that the list names itself', () => {
    const own = { company: { ref: 'companies/b', label: 'B' } }
    expect(inCompany(resourceOf('users'), 'companies/a', own)).toEqual({})
    expect(inCompany(resourceOf('users'), 'companies/a', { company: null })).toEqual({
      company: 'companies/a',
    })
    expect(inCompany(resourceOf('companies'), 'companies/a', { uid: ['b', 'c'] })).toEqual({})
  })
})
