import { startServer, demoPassword } from '/work/main/tests/support/test-server'
import { launchBrowser, openPage } from '/work/main/tests/support/browser'
import { login } from '/work/main/tests/support/api'
const server = await startServer({ demo: true })
const browser = await launchBrowser()
const people: Record<string, any> = {}
for (const n of ['root','admin','partner','viewer']) people[n] = await login(server.url, `${n}@demo.example`, demoPassword)
const root = people.root
const list = async (p: string) => ((await root.get(p)).body.results) as any[]
const companies = await list('companies?batch=100')
const littoral = companies.find(c => c.name === 'Musée du Littoral')
const opera = companies.find(c => c.name === 'Opéra Nomade')
console.log(littoral.uid, (await root.get(`companies/${littoral.uid}/groups?batch=5`)).body)
const users = await list('users?batch=5&q='+encodeURIComponent(JSON.stringify({status:'active',company:`companies/${littoral.uid}`})))
const g = await root.post(`companies/${littoral.uid}/groups`, { name: 'Curators', company: { ref: `companies/${littoral.uid}` }, members: users.slice(0,3).map(u => ({ref:`users/${u.uid}`})), guests: [{email:'viewer@demo.example'},{email:'ann@guest.example'}], comment: 'The people who choose.' })
console.log(g.status, JSON.stringify(g.body))
const L = littoral.uid
const pages: [string,string,string][] = JSON.parse(process.env.PAGES ?? 'null') ?? [
 ['root','companies','/company'],['root','company-show',`/company/show/${L}`],
 ['root','groups',`/company/groups/${L}`],['root','group-create',`/company/companies.${L}/group/create`],
 ['root','group-edit',`/company/companies.${L}/group/modify/${(g.body as any).uid}`],
 ['root','guests',`/company/guests/${L}`],['root','guest-create',`/company/companies.${L}/guest/create`],
 ['root','purchases',`/company/purchases/${L}`],['root','purchase-create',`/company/companies.${L}/purchase/create`],
 ['admin','mycompany','/mycompany'],['root','users','/user'],['root','invited','/user#invited'],['root','invite','/user/invite'],
 ['viewer','home','/home'],['admin','home-admin','/home'],['root','profile','/user/record'],['root','administration','/administration'],['root','admin','/admin'],['admin','admin-denied','/admin'],
]
for (const [who,name,path] of pages) for (const [w,theme] of [[1280,'light'],[390,'dark']] as [number,'light'|'dark'][]) {
  const {page, close} = await openPage(browser, server.url, { viewport: {width:w, height: 900}, colorScheme: theme, storageState: {cookies:[],origins:[{origin: server.url, localStorage:[{name:'vecto.session', value: people[who].token}]}]} } as any)
  const errs: string[] = []
  page.on('console', m => { if (m.type() === 'error' || m.type()==='warning') errs.push(m.text()) })
  page.on('pageerror', e => errs.push(String(e)))
  await page.goto(path)
  await page.getByRole('heading',{level:1}).first().waitFor({timeout:15000}).catch(()=>errs.push('no heading'))
  await page.waitForTimeout(900)
  await page.screenshot({ path: `/tmp/h1/${name}-${w}.png`, fullPage: true })
  if (errs.length) console.log(name, w, errs)
  await close()
}
await browser.close(); await server.stop()
