import { formatInTimeZone } from 'date-fns-tz'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { type ResourceName, resourceOf } from '~/model/registry'
import { shownColumns } from '~/src/admin/list/export-button'
import { allRows, csvText, exportList, ownCells, tableOf, toCsv } from '~/src/admin/list/export-list'
import { toXlsx } from '~/src/admin/list/export-xlsx'
import { createI18nProvider } from '~/src/app/app'
import { panelStore } from '~/src/app/panel-store'
import { slots } from '~/src/app/slots'
import { laterTexts } from '~/src/ui/later-part'
import { freshBrowser } from '../support/browser/fresh-browser'

freshBrowser()

const companies = resourceOf('companies')
const query = { filter: {}, sort: { field: 'name', order: 'ASC' as const } }

const plain = {
  locale: 'en',
  translate: (key: string, { _ = key }: Readonly<Record<string, string | number>> = {}) => String(_),
}

const csvOf = (row: object, columns: readonly string[], words = plain, name: ResourceName = 'companies') =>
  toCsv(tableOf([{ id: 'c1', ...row }], { resource: resourceOf(name), columns, words }), words).split('\r\n')

describe('export of a list', () => {
  const all = Array.from({ length: 2300 }, (_, index) => ({ id: `c${index}` }))

  it('exports all pages and no row twice when rows move between pages', async () => {
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

  it('a cancelled export makes no further request', async () => {
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

  it('writes instants in Paris time, summer and winter, as YYYY-MM-DD hh:mm:ss', () => {
    const row = { createdAt: '2026-07-01T22:30:00.000Z', updatedAt: '2026-12-31T23:30:00.000Z' }
    const [, line] = csvOf(row, ['createdAt', 'updatedAt'])
    expect(line).toBe('2026-07-02 00:30:00,2027-01-01 00:30:00')
  })

  it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
    'escapes a text that begins with %j against formula injection in every text column',
    sign => {
      const text = `${sign}1+cmd`
      const [, ...lines] = csvOf({ name: text, partner: { ref: 'r', label: text } }, ['name', 'partner'])
      expect(lines.join('\r\n').split(`'${text}`)).toHaveLength(3)
    },
  )

  it('negative numbers of number columns are not escaped, those of text columns are', () => {
    const [, line] = csvOf({ name: '-3', users: { total: -3 } }, ['name', 'users.total'])
    expect(line).toBe("'-3,-3,")
  })

  it.each([
    ['en', 'Name,Size (MB),Duration,Status,Created by', 'a;b,1.5,1:02:03.5,Completed,"Ada, B"'],
    ['fr', 'Nom;Taille (Mo);Durée;Statut;Créée par', '"a;b";1,5;1:02:03,5;Terminée;Ada, B'],
  ] as const)(
    'localizes headings, values, separator and decimals of an export in %s',
    async (locale, heading, values) => {
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
    },
  )

  it('exports the limit of a counter in the next column, once', () => {
    const row = { users: { total: 12, purchased: 40 } }
    const [head, line] = csvOf(row, ['users.total', 'users.purchased'])
    expect(head?.split(',')).toHaveLength(2)
    expect(line).toBe('12,40')
  })

  it.each([
    [
      ...(['events', ['object', 'args']] as const),
      {
        ...{ type: 'companies', event: 'update', object: 'companies/c1', label: 'Quay' },
        args: {
          changes: {
            name: ['Quay', 'Harbour'],
            partner: [null, { ref: 'companies/c', label: 'Atlas' }],
            isPartner: [false, true],
          },
        },
      },
      'Company: Quay,Name: Quay → Harbour; Partner: – → Atlas; Is a partner: No → Yes',
    ],
    [
      ...(['security_events', ['details']] as const),
      { event: 'roleChanged', details: { from: 'viewer', to: 'admin' } },
      'Viewer → Administrator',
    ],
    [
      ...(['videos', ['reason']] as const),
      { status: 'ko', reason: 'moov atom not found', reasonCode: 'unreadable_video' },
      expect.not.stringContaining('moov'),
    ],
  ])('exports %s as the text that the screen shows', async (name, columns, row, expected) => {
    const i18n = await createI18nProvider('en', ['en', 'fr', 'es'])
    await laterTexts.load()
    const resource = resourceOf(name)
    const table = { resource, columns, words: { locale: 'en', translate: i18n.translate } }
    const own = await ownCells(table, slots)
    const [, line] = toCsv(tableOf([{ id: 'x', ...row }], table, own), table.words).split('\r\n')
    expect(line).toEqual(expected)
  })

  it('requests no page after the last, full or short', async () => {
    const pagesOf = async (length: number, told?: number) => {
      const getList = vi.fn(async (_: string, { pagination: { page, perPage } }) => ({
        data: Array.from({ length }, (_row, index) => ({ id: index })).slice(
          (page - 1) * perPage,
          page * perPage,
        ),
        ...(told !== undefined && { total: told }),
      }))
      const provider = { getList } as never
      const rows = await allRows({ provider, resource: companies, query, onProgress: () => undefined })
      expect(rows).toHaveLength(length)
      return getList.mock.calls.length
    }
    expect(await pagesOf(1000, 1000)).toBe(1)
    expect(await pagesOf(2000, 2000)).toBe(2)
    expect(await pagesOf(999, 5000)).toBe(1)
    expect(await pagesOf(0)).toBe(1)
    expect(await pagesOf(1000)).toBe(1)
  })

  it('saves the selected rows, or all, under the name of the list and the day, with a byte order mark', async () => {
    // exportList revokes the object URL after a delay; jsdom has no revokeObjectURL.
    vi.useFakeTimers()
    const saved: Blob[] = []
    const names: string[] = []
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const { createObjectURL } = URL
    URL.createObjectURL = blob => `blob:${saved.push(blob as Blob)}`
    const getMany = vi.fn(async (_: string, { ids }: { ids: readonly string[] }) => ({
      data: ids.map(id => ({ id, name: `Chosen ${id}` })),
    }))
    const getList = vi.fn(async () => ({ data: [{ id: 'é', name: 'Été' }], total: 1 }))
    const reading = {
      ...{
        provider: { getList, getMany } as never,
        resource: companies,
        query,
        columns: ['name'],
        words: plain,
      },
      onProgress: () => undefined,
      slots,
    }
    await exportList({ ...reading, format: 'csv', ids: ['a', 'b'] })
    await exportList({ ...reading, format: 'csv' })
    await exportList({ ...reading, format: 'xlsx' })
    save.mockRestore()
    vi.useRealTimers()
    URL.createObjectURL = createObjectURL
    expect(getList).toHaveBeenCalledTimes(2)
    const day = formatInTimeZone(new Date(), 'Europe/Paris', 'yyyy-MM-dd')
    const name = plain.translate('resources.companies.name', { smart_count: 2 })
    expect(names).toEqual([`${name} ${day}.csv`, `${name} ${day}.csv`, `${name} ${day}.xlsx`])
    expect(saved.map(({ type }) => type)).toEqual([
      ...['text/csv;charset=utf-8', 'text/csv;charset=utf-8'],
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const heading = 'resources.companies.fields.name'
    const expected = [`${heading}\r\nChosen a\r\nChosen b`, `${heading}\r\nÉté`]
    const length = (text: string) => new TextEncoder().encode(`\uFEFF${text}`).length
    expect(saved.slice(0, 2).map(({ size }) => size)).toEqual(expected.map(length))
  })

  it('doubles quotes and quotes cells with a quote, separator, tab or line break', () => {
    const cells = ['say "so"', 'a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb', 'plain']
    expect(csvText([cells], 'en').split(',"')).toHaveLength(5)
    expect(csvText([cells], 'en')).toBe(`"say ""so""","a,b",a;b,"a\tb","a\nb","a\rb",plain`)
    expect(csvText([cells], 'fr')).toBe(`"say ""so""";a,b;"a;b";"a\tb";"a\nb";"a\rb";plain`)
  })

  it('leaves signs within a text and invalid dates, numbers and durations unchanged', () => {
    const row = { name: 'a=b', createdAt: 'yesterday', users: { total: 'many' } }
    expect(csvOf(row, ['name', 'createdAt', 'users.total'])[1]).toBe('a=b,yesterday,many,')
    expect(csvOf({ duration: '=soon' }, ['duration'], plain, 'videos')[1]).toBe("'=soon")
    expect(csvOf({ duration: 60 }, ['duration'], plain, 'videos')[1]).toBe('0:01:00')
  })

  it('exports link labels, comma-separated, and unknown choices as they are', () => {
    const members = [
      { ref: 'users/a', label: 'Ada' },
      { ref: 'users/b', label: 'Bo' },
    ]
    expect(csvOf({ name: 'G', members }, ['name', 'members'], plain, 'groups')[1]).toBe('G,"Ada, Bo"')
    expect(csvOf({ partner: { ref: 'companies/x' } }, ['partner'])[1]).toBe('"{""ref"":""companies/x""}"')
    expect(csvOf({ status: 'odd' }, ['status'], plain, 'medias')[1]).toBe('odd')
    const events = ['quota.low', 'odd']
    expect(csvOf({ events }, ['events'], plain, 'webhooks')[1]).toBe('"quota.low, odd"')
    expect(csvOf({ allowPartnerAccess: true }, ['allowPartnerAccess'])[1]).toBe('ra.boolean.true')
  })

  it('exports absent values as empty cells and booleans as text', () => {
    const [, line] = csvOf({ allowPartnerAccess: false, name: null }, [
      'name',
      'allowPartnerAccess',
      'partner',
    ])
    expect(line).toBe(',ra.boolean.false,')
  })

  it('exports the visible columns in the order of the screen', () => {
    const columns = ['name', 'users.total', 'createdAt', 'isPartner']
    const shown = () => shownColumns(panelStore, companies, columns)
    expect(shown()).toEqual(['name', 'users.total', 'createdAt'])
    panelStore.setItem('preferences.companies.datatable', ['users.total'])
    panelStore.setItem('preferences.companies.datatable_columnRanks', [3, 0, 1, 2, 4])
    expect(shown()).toEqual(['isPartner', 'name', 'createdAt'])
  })
})

/** The values of the cells of the first sheet of a workbook. */
const cellsOf = async (workbook: Blob) => {
  const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()))
  const read = (path: string) =>
    new DOMParser().parseFromString(strFromU8(files[path] ?? new Uint8Array()), 'text/xml')
  const strings = [...read('xl/sharedStrings.xml').querySelectorAll('si')].map(si => si.textContent)
  const rows = [...read('xl/worksheets/sheet1.xml').querySelectorAll('sheetData row')]
  return rows.map(row =>
    [...row.querySelectorAll('c')].map(cell => {
      const value = cell.querySelector('v')?.textContent ?? cell.textContent
      return cell.getAttribute('t') === 's' ? strings[Number(value)] : Number(value)
    }),
  )
}

describe('Excel workbook of an export', () => {
  it('keeps texts that look like numbers, formulas or dates as texts', async () => {
    const texts = [
      '0042',
      '1E5',
      '=1+1',
      '+33 1',
      '-3',
      '@a',
      '2026-01-02',
      'TRUE',
      '<a & "b">',
      ' blank ',
      'a\nb',
      '00\u0001',
    ]
    const body = texts.map(text => [text])
    expect(await cellsOf(await toXlsx({ head: ['Name'], body }))).toEqual([
      ['Name'],
      ...texts.map(text => [text.replace('\u0001', '')]),
    ])
  })

  it('writes numbers, durations in days and Paris instants as numeric cells', async () => {
    const body = [[1.5, { seconds: 43_200 }, new Date('2026-07-01T22:30:00.000Z'), '']]
    const [, cells] = await cellsOf(await toXlsx({ head: ['a', 'b', 'c', 'd'], body }))
    // 2 July 2026 is day 46,205 of the calendar of spreadsheets; half an hour is 1/48 of it.
    expect(cells?.slice(0, 3)).toEqual([1.5, 0.5, expect.closeTo(46_205 + 1 / 48, 6)])
  })

  it('truncates a text to the maximum length of a cell', async () => {
    const [, cells] = await cellsOf(await toXlsx({ head: ['a'], body: [['x'.repeat(40_000)]] }))
    expect(String(cells?.[0])).toHaveLength(32_767)
  })
})
