import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const texts = {
  en: {
    menu: 'Usage',
    minutes: 'Video minutes',
    table: 'Table',
    month: '30 days',
    csv: 'Export (CSV)',
    head: 'Day,Minutes used,',
    withheld: /does not share/,
    forecast: 'Forecast',
    drawn: / \(forecast\)$/,
    rate: /^At the rate of the last eight weeks, /,
    together: /Forecasts are of all companies/,
  },
  fr: {
    menu: 'Consommation',
    minutes: 'Minutes de vidéo',
    table: 'Tableau',
    month: '30 jours',
    csv: 'Exporter (CSV)',
    head: 'Jour;Minutes utilisées;',
    withheld: /ne partage pas/,
    forecast: 'Prévision',
    drawn: / \(prévision\)$/,
    rate: /^Au rythme des huit dernières semaines, /,
    together: /Les prévisions portent sur toutes/,
  },
  es: {
    menu: 'Consumo',
    minutes: 'Minutos de vídeo',
    table: 'Tabla',
    month: '30 días',
    csv: 'Exportar (CSV)',
    head: 'Día;Minutos usados;',
    withheld: /no comparte/,
    forecast: 'Previsión',
    drawn: / \(previsión\)$/,
    rate: /^Al ritmo de las últimas ocho semanas, /,
    together: /Las previsiones son de todas/,
  },
} as const

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('usage is shown as charts and tables of the range in the URL and exported as CSV', long, async () => {
      const said = texts[lang]
      await panel.speak(name, lang)
      const { page } = await panel.openAs(name, '/usage', {
        viewport: { width, height: 900 },
        acceptDownloads: true,
      })
      await page.locator('svg .MuiLineChart-line, svg path[class*="MuiLineElement"]').first().waitFor()
      expect(await page.locator('svg rect[class*="MuiBarElement"]').count()).toBeGreaterThan(5)
      // The forecast is a dashed line, which the legend names on a phone; elsewhere lines are named at their ends.
      const lines = page.locator('svg path[class*="MuiLineElement-series-forecast-"]')
      expect(await lines.count()).toBeGreaterThanOrEqual(1)
      expect(await lines.first().evaluate(line => getComputedStyle(line).strokeDasharray)).toMatch(/^2/)
      const names = width < 700 ? page.getByText(said.drawn) : page.locator('svg tspan')
      expect(await names.count()).toBeGreaterThanOrEqual(1)
      expect(await seriousFaults(page)).toEqual([])
      // The table next to the chart serves screen readers.
      const minutes = page.getByRole('table', { name: said.minutes })
      // Counted as elements: a query by role takes seconds in tables of a year.
      const rows = minutes.locator('tr')
      expect(await rows.count()).toBeGreaterThan(300)

      // One sentence per measure (minutes, seats, active seats, storage, sessions); some state a lack of data.
      expect(await page.getByText(said.rate).count()).toBeGreaterThanOrEqual(2)
      expect(await page.getByText(said.together).count()).toBe(name === 'admin' ? 0 : 1)
      expect(await page.locator('tr', { hasText: said.forecast }).count()).toBe(4)

      await pressOn(page.getByRole('button', { name: said.month }))
      await page.waitForURL(/range=30/)
      await expect.poll(() => rows.count()).toBeLessThanOrEqual(32)
      await pressOn(page.getByRole('button', { name: said.table, exact: true }))
      await page.waitForURL(/view=table/)
      await page.locator('svg path[class*="MuiLineElement"]').first().waitFor({ state: 'detached' })
      expect(await seriousFaults(page)).toEqual([])

      const saving = page.waitForEvent('download')
      await pressOn(page.getByRole('button', { name: said.csv }))
      const csv = await readFile(await (await saving).path(), 'utf8')
      expect(csv.startsWith(`\uFEFF${said.head}`)).toBe(true)
      // The forecast of the table is prose: the file has the measured days alone.
      expect(csv).not.toContain(said.forecast)
      expect(csv.split('\r\n').length).toBe((await rows.count()) - 1)
    })
  },
)

it('a partner sees a notice for a company that does not share its usage data', async () => {
  const partner = await panel.person('partner')
  const { body: me } = await partner.get<{ company: { ref: string } }>('users/me')
  type Company = { uid: string; name: string; allowPartnerAccess: boolean }
  const { body } = await partner.get<{ results: Company[] }>('companies?batch=100')
  const closed = body.results.find(
    ({ uid, allowPartnerAccess }) => !allowPartnerAccess && me.company.ref !== `companies/${uid}`,
  )
  await panel.speak('partner', 'en')
  const { page } = await panel.openAs('partner', '/usage', { provoked: [/404/] })
  await page.getByRole('button', { name: /^Company/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(closed?.name ?? '')
  await page.getByRole('option', { name: closed?.name ?? '' }).click()
  await page.getByText(texts.en.withheld).waitFor()
})
