import { describe, expect, it } from 'vitest'
import { expectDescribed } from '../support/description/described-responses'

const live = (body: unknown, status = 200) => expectDescribed('GET', 'health/live', status, body)

describe('undocumented response', () => {
  it('rejects an undocumented value, field, status or address', () => {
    expect(() => live({ status: 'ok' })).not.toThrow()
    expect(() => live({ status: 'well' })).toThrow('body/status must be equal to one of the allowed values')
    expect(() => live({ status: 'ok', secret: 1 })).toThrow('secret')
    expect(() => live({})).toThrow("must have required property 'status'")
    expect(() => live({ status: 'ok' }, 201)).toThrow('which its description does not have')
    expect(() => expectDescribed('GET', 'nowhere/at/all', 200, {})).toThrow('does not have')
  })

  it('validates referenced schemas: a record in a list, an error', () => {
    const page = { results: [{ uid: 'x' }], meta: { count: 1 } }
    expect(() => expectDescribed('GET', 'companies?batch=1', 200, page)).toThrow('body/results/0')
    expect(() => expectDescribed('GET', 'companies', 403, { code: 'forbidden' })).toThrow("'message'")
  })
})
