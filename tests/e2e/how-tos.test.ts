import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Link } from '~/model/fields'
import { makeInstaller } from '~/server/demo/downloads'
import { launchBrowser, openPage, signIn } from '../support/browser/browser'
import { testDatabase } from '../support/database/database'
import { describedBy } from '../support/description/described-responses'
import { followPage, howToPages } from '../support/description/how-to'
import { long } from '../support/process/long'
import { copyProject } from '../support/process/project-copy'
import { login } from '../support/server/api'
import { compiled } from '../support/server/compiled-server'
import { listAll } from '../support/server/demo-world'
import { freePort } from '../support/server/free-port'
import { type ServerProcess, startProcess } from '../support/server/server-process'
import { demoPassword } from '../support/server/test-server'
import { upload } from '../support/storage/tus-uploads'

const doc = readFileSync('docs/adding-a-resource.md', 'utf8')

/** The code block whose fence starts with this text. */
const block = (opening: string) => {
  const found = new RegExp(`\`\`\`${opening}\\n([\\s\\S]*?)\`\`\``).exec(doc)?.[1]
  if (!found) throw new Error(`docs/adding-a-resource.md has no block ${opening}`)
  return found
}

let copy: ReturnType<typeof copyProject>
let url: string
let server: ServerProcess
let browser: Browser
/** The diff of adding the resource: lines added, lines removed, file. */
let changes: string[][]

const edit = (name: string, change: (text: string) => string) => {
  const path = join(copy.folder, name)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** Performs steps 1 to 3 and runs the formatter, as an editor would. */
const followTheDoc = async () => {
  writeFileSync(join(copy.folder, 'model/resources/tags.ts'), block('ts definition'))
  const [added = '', entry = ''] = block('ts registry').trimEnd().split('\n')
  edit('model/registry.ts', text =>
    text.replace(/^\} as const$/m, `${entry}\n} as const`).replace(/^(import \{ users.*)$/m, `${added}\n$1`),
  )
  for (const language of ['en', 'fr', 'es'])
    edit(`i18n/${language}/medias.ts`, text =>
      text.replace(/^ {2}resources: \{\n/m, `  resources: {\n${block(`ts ${language}`)}`),
    )
  await copy.lint('--write')
  await copy.script('migration', 'tags')
}

const as = (name: string) =>
  login(url, `${name}@demo.example`, demoPassword, describedBy(join(copy.folder, 'docs/openapi.json')))

beforeAll(async () => {
  copy = copyProject()
  await followTheDoc()
  copy.git('add', '-A')
  const stats = copy.git('diff', '--cached', '--numstat').trim()
  changes = stats.split('\n').map(line => line.split('\t'))
  for (const page of howToPages) await followPage(copy.folder, `docs/adding-a-${page}.md`)
  await copy.lint('--write')
  await copy.script('reference')
  await copy.run('vite/bin/vite.js', ['build'], { BACKEND: 'onpremise' })
  await copy.run('vite/bin/vite.js', ['build', '--config', 'scripts/server.vite.config.ts'])
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(copy.folder, 'data'),
    DEMO: '1',
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    ...(await testDatabase()).env,
    FILES_SPREAD: '1',
  }
  server = await startProcess([compiled('server')], env, `${url}/parse/health`, copy.folder, copy.folder)
  browser = await launchBrowser()
  // Follows, checks and builds all pages, while another test uses the other core.
}, 400_000)
afterAll(async () => {
  await browser?.close()
  await server?.end('SIGTERM')
  copy?.remove()
})

describe('docs/adding-a-resource.md', long, () => {
  it('adding a resource changes the registry and exactly 5 other files, in at most 60 lines', () => {
    const files = changes.map(([, , name]) => name).filter(name => !name?.startsWith('dist/'))
    const lines = changes.reduce((sum, [added]) => sum + Number(added), 0)
    console.warn(`${files.length} files, ${lines} lines: ${files.join(', ')}`)
    expect(files.filter(name => name !== 'model/registry.ts')).toHaveLength(5)
    expect(lines).toBeLessThanOrEqual(60)
  })

  it('the code of all how-to pages passes type check and lint', async () => {
    await copy.run('@typescript/native/bin/tsc', ['-b'])
    await copy.lint('--error-on-warnings')
  })

  it('a resource that is added by its definition has an API with grants and an OpenAPI description', async () => {
    const admin = await as('admin')
    const made = await admin.post<{ uid: string; company: { label: string } }>('tags', {
      name: 'Outdoor',
      colour: 'green',
    })
    expect([made.status, made.body.company.label]).toEqual([201, 'Musée du Littoral'])
    expect(
      (await admin.get<{ meta: { count: number } }>('tags?q={"name":{"begins":"out"}}')).body.meta.count,
    ).toBe(1)
    expect((await admin.patch(`tags/${made.body.uid}`, { colour: 'blue' })).body.colour).toBe('blue')
    expect((await (await as('admin2')).get(`tags/${made.body.uid}`)).status).toBe(404)
    expect((await (await as('viewer')).get('tags')).status).toBe(403)
    expect((await admin.del(`tags/${made.body.uid}`)).status).toBe(200)
  })

  it('a resource that is added by its definition has screens to create, list, show and edit', async () => {
    const { page, expectQuiet, close } = await openPage(browser, { baseURL: url })
    await page.goto(`${url}/signin`)
    await signIn(page, 'admin@demo.example', demoPassword)
    await page.goto(`${url}/tags/create`)
    await page.getByLabel('Nom').fill('Indoor')
    await page.getByLabel('Couleur').fill('red')
    await page.getByRole('button', { name: /enregistrer/i }).click()
    await page.goto(`${url}/tags`)
    await page.getByRole('cell', { name: 'Indoor', exact: true }).click()
    await page.waitForURL(/\/tags\/show\//)
    await expect.poll(() => page.title()).toContain('Indoor')
    await page
      .getByRole('link', { name: /modifier|éditer/i })
      .first()
      .click()
    await page.getByLabel('Couleur').fill('crimson')
    await page.getByRole('button', { name: /enregistrer/i }).click()
    await page.goto(`${url}/tags`)
    await page.getByText('crimson').waitFor()
    expectQuiet()
    await close()
  })
})

describe('other how-to pages', long, () => {
  it('every page docs/adding-a-* is tested', () => {
    const written = readdirSync('docs').filter(name => name.startsWith('adding-a-'))
    expect(written.sort()).toEqual(['resource', ...howToPages].map(page => `adding-a-${page}.md`).sort())
  })

  it('a field that is added is written, filtered, searched and validated', async () => {
    const root = await as('root')
    const [media] = await listAll<{ uid: string }>(root, 'medias', { status: 'completed' })
    const changed = await root.patch(`medias/${media?.uid}`, { reference: 'QZ17' })
    expect([changed.status, changed.body.reference]).toEqual([200, 'QZ17'])
    for (const filter of [{ reference: { begins: 'qz1' } }, { keywords: 'QZ17' }])
      expect((await listAll<{ uid: string }>(root, 'medias', filter)).map(({ uid }) => uid)).toEqual([
        media?.uid,
      ])
    expect((await root.patch(`medias/${media?.uid}`, { reference: 'x'.repeat(41) })).body.fields).toEqual({
      reference: 'too_long',
    })
  })

  it('a new kind of field is validated, normalized, filtered and sorted', async () => {
    const root = await as('root')
    const [company] = await listAll<{ uid: string }>(root, 'companies', { name: 'Musée du Littoral' })
    const groups = `companies/${company?.uid}/groups`
    const [group] = await listAll<{ uid: string }>(root, groups)
    const address = `${groups}/${group?.uid}`
    expect((await root.patch(address, { colour: '#1B5E20' })).body.colour).toBe('#1b5e20')
    expect((await root.patch(address, { colour: 'green' })).body.fields).toEqual({ colour: 'invalid' })
    const found = await listAll<{ uid: string }>(root, groups, { colour: { begins: '#1b' } })
    expect(found.map(({ uid }) => uid)).toEqual([group?.uid])
    const sorted = await root.get<{ results: { uid: string }[] }>(`${groups}?fsort=colour&osort=desc&batch=1`)
    expect(sorted.body.results[0]?.uid).toBe(group?.uid)
  })

  it('a role that is added has its grants only', async () => {
    const root = await as('root')
    const { body: admin } = await (await as('admin')).get<{ company: { ref: string } }>('users/me')
    const reviewer = {
      ...{ firstname: 'Rita', lastname: 'Review', email: 'reviewer@demo.example', password: demoPassword },
      ...{ role: 'reviewer', lang: 'en', company: { ref: admin.company.ref } },
    }
    expect((await root.post('users', { ...reviewer, origin: 'creation' })).status).toBe(201)
    const session = await as('reviewer')
    const environments = await listAll<{ uid: string; company: Link }>(session, 'environments')
    expect(new Set(environments.map(({ company }) => company.ref))).toEqual(new Set([admin.company.ref]))
    expect((await session.get('medias')).status).toBe(403)
  })

  it('an e-mail template that is added is sent after its change', async () => {
    const root = await as('root')
    await root.post('companies', { name: 'Fresh & Co' })
    const mails = await listAll<{ uid: string; subject: string }>(root, 'mails', { action: 'companyCreated' })
    expect(mails.map(({ subject }) => subject)).toEqual(['Fresh & Co is ready'])
  })

  it('a job type that is added is run by the worker', async () => {
    const root = await as('root')
    const file = await upload(url, root, makeInstaller('Tool 1.0.0'))
    const { body } = await root.post<{ uid: string }>('downloads', {
      name: 'To be checked',
      lang: 'en',
      file,
    })
    const accessible = async () =>
      (await root.get<{ accessible: boolean }>(`downloads/${body.uid}`)).body.accessible
    await expect.poll(accessible, { timeout: 20_000 }).toBe(true)
  })

  it('a storage driver that is added stores the files', () => {
    const folders = readdirSync(join(copy.folder, 'data', 'files'))
    expect(folders.length).toBeGreaterThan(100)
    expect(folders.filter(name => name.length !== 2)).toEqual([])
  })

  it('an event of webhooks that is added is sent to the webhooks that name it', async () => {
    const admin = await as('admin')
    const { body: me } = await admin.get<{ company: { ref: string } }>('users/me')
    const subscribed = { name: 'Stock', url: 'https://hooks.museum.example', company: me.company }
    const hook = { ...subscribed, events: ['media.deletable'] }
    const made = await admin.post<{ uid: string }>('webhooks', hook)
    expect(made.status).toBe(201)
    const root = await as('root')
    const own = { status: 'completed', company: me.company.ref }
    const [media] = await listAll<{ uid: string }>(root, 'medias', own)
    expect((await root.del(`medias/${media?.uid}`)).status).toBe(200)
    const of = { webhook: `webhooks/${made.body.uid}` }
    const sent = await listAll<{ uid: string; type: string }>(admin, 'deliveries', of)
    expect(sent.map(({ type }) => type)).toEqual(['media.deletable'])
  })

  it('a tab that is added shows its component, and a language that is added is used', async () => {
    const root = await as('root')
    const [media] = await listAll<{ uid: string }>(root, 'medias', { status: 'completed' })
    const { body: me } = await root.get<{ uid: string }>('users/me')
    await root.patch(`users/${me.uid}`, { lang: 'de' })
    const { page, expectQuiet, close } = await openPage(browser, { baseURL: url })
    await page.goto(`${url}/signin`)
    await signIn(page, 'root@demo.example', demoPassword)
    await page.goto(`${url}/medias/show/${media?.uid}#usage`)
    await page.getByRole('tab', { name: 'Usage', selected: true }).waitFor()
    await page.getByText(/^Used in \d+ versions?$/).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.goto(`${url}/user/show/${me.uid}`)
    await page.getByText('Deutsch').waitFor()
    expectQuiet()
    await close()
  })
})
