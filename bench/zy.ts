import { launchBrowser } from '~/tests/support/browser/browser'
import { openSlowPage, network } from './slow-page'

const browser = await launchBrowser({})
for (const mode of (process.env.MODES ?? 'fill,type').split(',')) {
  const { page, close, scriptBytes } = await openSlowPage(browser, process.env.BASE ?? 'http://localhost:4611')
  const log: [number, number, string, number][] = []
  const t0 = Date.now()
  const starts = new Map<object, number>()
  page.on('request', r => starts.set(r, Date.now() - t0))
  page.on('requestfinished', r => log.push([starts.get(r) ?? 0, Date.now() - t0, r.url().replace(/^http:\/\/[^/]+/, ''), 0]))
  await page.goto('/user', { waitUntil: 'commit' }).catch(() => undefined)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  console.log(mode, 'sign-in visible', Date.now() - t0, scriptBytes())
  if (mode === 'type') {
    await page.getByLabel('E-mail').pressSequentially('root@demo.example', { delay: 60 })
    await page.getByLabel(/^Password/).pressSequentially('secret-demo', { delay: 60 })
  } else {
    await page.getByLabel('E-mail').fill('root@demo.example')
    await page.getByLabel(/^Password/).fill('secret-demo')
  }
  const clicked = Date.now() - t0
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('tbody tr', { hasText: '@' }).first().waitFor()
  const rows = Date.now() - t0
  console.log('clicked', clicked, 'rows', rows, 'took', rows - clicked, scriptBytes())
  await page.waitForTimeout(4000)
  for (const [a, b, u] of log.sort((x, y) => x[0] - y[0])) console.log(a < rows ? ' ' : '*', a, b, u)
  await close()
}
await browser.close()
