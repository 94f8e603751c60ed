import { describe, expect, it, vi } from 'vitest'
import { resourceOf } from '~/model/registry'
import { allRows, toCsv } from '~/src/admin/list/export-csv'

const companies = resourceOf('companies')
const query = { filter: {}, sort: { field: 'name', order: 'ASC' as const } }

describe('the export', () => {
  it('goes past the first page to the last, and repeats no row that moved meanwhile', async () => {
    const all = Array.from({ length: 2300 }, (_, index) => ({ id: `c${index}` }))
    const getList = vi.fn(async (_: string, { pagination: { page, perPage } }) => ({
      // One row slipped from the first page to the second.
      data:
        page === 2 ? [all[999], ...all.slice(1000, 1999)] : all.slice((page - 1) * perPage, page * perPage),
      total: 2300,
    }))
    const onProgress = vi.fn()
    const rows = await allRows({ provider: { getList } as never, resource: companies, query, onProgress })
    expect(getList.mock.calls.map(([, { pagination }]) => pagination)).toEqual([
      { page: 1, perPage: 1000 },
      { page: 2, perPage: 1000 },
      { page: 3, perPage: 1000 },
    ])
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    expect(onProgress).toHaveBeenLastCalledWith({ done: rows.length, total: 2300 })
  })

  it('writes instants in Paris time, summer and winter, as spreadsheets read them', () => {
    const row = { id: 'c1', createdAt: '2026-07-01T22:30:00.000Z', updatedAt: '2026-12-31T23:30:00.000Z' }
    const [, line] = toCsv([row], { resource: companies, role: 'root', translate: key => key }).split('\r\n')
    expect(line).toContain('2026-07-02 00:30:00,2027-01-01 00:30:00')
  })

  it('quotes separators and disarms formulas', () => {
    const row = {
      id: 'c1',
      name: '=HYPERLINK("x")',
      partner: { ref: 'r', label: 'A, B' },
      users: { total: -3 },
    }
    const [head, line] = toCsv([row], { resource: companies, role: 'root', translate: key => key }).split(
      '\r\n',
    )
    expect(head).toContain('resources.companies.fields.users.total')
    expect(line).toContain(`"'=HYPERLINK(""x"")"`)
    expect(line).toContain('"A, B"')
    expect(line).toContain(',-3,')
  })

  it.each(['=1+1', '+1+cmd', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1'])('keeps %j from being run', text => {
    const rows = [{ id: 'c1', name: text, partner: { ref: 'r', label: text } }]
    const csv = toCsv(rows, { resource: companies, role: 'root', translate: key => key })
    expect(csv.split(`'${text}`)).toHaveLength(3)
  })
})
