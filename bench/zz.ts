import { launchBrowser, openPage } from '~/tests/support/browser/browser'

const base = process.env.BASE ?? 'http://localhost:4611'
const list = (process.env.SHOTS ?? '').split(',').filter(Boolean)
const browser = await launchBrowser({})
for (const who of (process.env.WHO ?? 'root').split(',')) {
  const phone = process.env.PHONE === '1'
  const { page, context } = await openPage(browser, {
    baseURL: base,
    locale: process.env.LOCALE ?? 'en-GB',
    colorScheme: (process.env.SCHEME as 'dark') ?? 'light',
    viewport: phone ? { width: 390, height: 844 } : { width: Number(process.env.W ?? 1280), height: Number(process.env.H ?? 800) },
  })
  await page.goto('/home')
  await page.locator('input[name=email]').fill(`${who}@demo.example`)
  await page.locator('input[type=password]').fill('secret-demo')
  await page.keyboard.press('Enter')
  await page.locator('#main-content, main').first().waitFor()
  await page.waitForTimeout(2500)
  for (const path of list) {
    await page.goto(path)
    await page.waitForTimeout(Number(process.env.WAIT ?? 2500))
    if (process.env.DO) await eval(`(async()=>{${process.env.DO}})()`)
    const name = `/tmp/shot${process.env.TAG ?? ''}-${who}-${path.replace(/\W+/g, '_')}${phone ? '-phone' : ''}.png`
    await page.screenshot({ path: name })
    console.log(name)
  }
  await context.close()
}
await browser.close()
