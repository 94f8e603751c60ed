import { describe, expect, it } from 'vitest'
import type { Actor, Role } from '~/model/grants'
import { companiesWhere } from '~/server/features/usage/usage-routes'

describe('access to the usage of companies', () => {
  const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
    ...{ uid: 'me', role, company: 'museum', managed: ['quay', 'pier'], open: ['quay'], licensed: false },
    ...more,
  })
  const may = (...args: Parameters<typeof companiesWhere>) => {
    try {
      companiesWhere(...args)
      return true
    } catch {
      return false
    }
  }

  it.each([
    ['root', 'companies/other', true],
    ['admin', 'companies/museum', true],
    ['admin', 'companies/other', false],
    ['admin', 'companies/quay', false],
    ['manager', 'companies/museum', false],
    ['viewer', 'companies/museum', false],
    ['partner', 'companies/quay', true],
    ['partner', 'companies/pier', false],
    ['partner', 'companies/other', false],
  ] as const)('determines whether a %s may read the usage of %s: %s', (role, company, told) => {
    expect(may(actor(role), company)).toBe(told)
  })

  it('a user without a company may read the usage of no company', () => {
    expect(may(actor('admin', { company: null }), 'companies/museum')).toBe(false)
    expect(may(actor('admin', { company: null }), undefined)).toBe(true)
  })
})
