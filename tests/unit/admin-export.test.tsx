import { describe, expect, it, vi } from 'vitest'
import { type ResourceName, resourceOf } from '~/model/registry'
import { allRows, toCsv } from '~/src/admin/list/export-csv'
import { shownColumns } from '~/src/admin/list/shown-columns'
import { createI18nProvider } from '~/src/app/i18n-provider'
import { panelStore } from '~/src/app/panel-store'
import { freshBrowser } from '../support/fresh-browser'

freshBrowser()

const companies = resourceOf('companies')
const query = { filter: {}, sort: { field: 'name', order: 'ASC' as const } }

const plain = {
  locale: 'en',
  translate: (key: string, { _ = key }: Readonly<Record<string, string>> = {}) => _,
}

const csvOf = (row: object, columns: readonly string[], words = plain, name: ResourceName = 'companies') =>
  toCsv([{ id: 'c1', ...row }], { resource: resourceOf(name), columns, words }).split('\r\n')

describe('the export', () => {
  const all = Array.from({ length: 2300 }, (_, index) => ({ id: `c${index}` }))

  it('goes past the first page to the last, and repeats no row that moved meanwhile', async () => {
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

  it('stops when it is cancelled, without another request', async () => {
    const control = new AbortController()
    const getList = vi.fn(async (_: string, { pagination: { page, perPage } }) => ({
      data: all.slice((page - 1) * perPage, page * perPage),
      total: 2300,
    }))
    const reading = { provider: { getList } as never, resource: companies, query, signal: control.signal }
    const rows = allRows({ ...reading, onProgress: () => control.abort() })
    await expect(rows).rejects.toThrow(/abort/i)
    expect(getList).toHaveBeenCalledOnce()
  })

  it('writes instants in Paris time, summer and winter, as spreadsheets read them', () => {
    const row = { createdAt: '2026-07-01T22:30:00.000Z', updatedAt: '2026-12-31T23:30:00.000Z' }
    const [, line] = csvOf(row, ['createdAt', 'updatedAt'])
    expect(line).toBe('2026-07-02 00:30:00,2027-01-01 00:30:00')
  })

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'keeps a text that begins with %j from being run, in any text column',
    sign => {
      const text = `${sign}1+cmd`
      const [, ...lines] = csvOf({ name: text, partner: { ref: 'r', label: text } }, ['name', 'partner'])
      expect(lines.join('\r\n').split(`'${text}`)).toHaveLength(3)
    },
  )

  it('keeps negative numbers of number columns numbers, but not of texts', () => {
    const [, line] = csvOf({ name: '-3', users: { total: -3 } }, ['name', 'users.total'])
    expect(line).toBe("'-3,-3")
  })

  it.each([
    ['en', 'Name,Size (MB),Duration,Status,Created by', 'a;b,1.5,1:02:03.5,Completed,"Ada, B"'],
    ['fr', 'Nom;Taille (Mo);Durée;État;Créé par', '"a;b";1,5;1:02:03,5;Terminée;Ada, B'],
  ] as const)('speaks %s: headings, values, separator and decimals', async (locale, heading, values) => {
    const i18n = await createI18nProvider(locale, ['en', 'fr', 'es'])
    const row = {
      name: 'a;b',
      size: 1_500_000,
      duration: 3723.5,
      status: 'completed',
      createdBy: { ref: 'users/a', label: 'Ada, B' },
    }
    const columns = ['name', 'size', 'duration', 'status', 'createdBy']
    const [head, line] = csvOf(row, columns, { locale, translate: i18n.translate }, 'videos')
    expect([head, line]).toEqual([heading, values])
  })

  it('leaves absent values empty and writes booleans in words', () => {
    const [, line] = csvOf({ allowPartnerAccess: false, name: null }, [
      'name',
      'allowPartnerAccess',
      'partner',
    ])
    expect(line).toBe(',ra.boolean.false,')
  })

  it('has the columns of the screen, in their order', () => {
    const columns = ['name', 'users.total', 'createdAt', 'isPartner']
    const shown = () => shownColumns(panelStore, companies, columns)
    expect(shown()).toEqual(['name', 'users.total', 'createdAt'])
    panelStore.setItem('preferences.companies.datatable', ['users.total'])
    panelStore.setItem('preferences.companies.datatable_columnRanks', [3, 0, 1, 2, 4])
    expect(shown()).toEqual(['isPartner', 'name', 'createdAt'])
  })
})
