import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '../support/api'
import { launchBrowser, openPage, signIn } from '../support/browser'
import { describedBy } from '../support/described-responses'
import { freePort } from '../support/free-port'
import { copyProject } from '../support/project-copy'
import { type ServerProcess, startProcess } from '../support/server-process'
import { demoPassword } from '../support/test-server'

const doc = readFileSync('docs/adding-a-resource.md', 'utf8')

/** The code block that opens with these words. */
const block = (opening: string) => {
  const found = new RegExp(`\`\`\`${opening}\\n([\\s\\S]*?)\`\`\``).exec(doc)?.[1]
  if (!found) throw new Error(`docs/adding-a-resource.md has no block ${opening}`)
  return found
}

let copy: ReturnType<typeof copyProject>
let url: string
let server: ServerProcess
let browser: Browser

const edit = (name: string, change: (text: string) => string) => {
  const path = join(copy.folder, name)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** Steps 1 to 3, as a person would type them, and the formatter as an editor would run it. */
const followTheDoc = async () => {
  writeFileSync(join(copy.folder, 'model/resources/tags.ts'), block('ts definition'))
  const [added = '', entry = ''] = block('ts registry').trimEnd().split('\n')
  edit('model/registry.ts', text =>
    text.replace(/^\} as const$/m, `${entry}\n} as const`).replace(/^(import \{ users.*)$/m, `${added}\n$1`),
  )
  for (const language of ['en', 'fr', 'es'])
    edit(`i18n/${language}/panel.json`, text =>
      text.replace(/"resources": \{\n/, `"resources": {\n${block(`json ${language}`).trim()},\n`),
    )
  await copy.run('@biomejs/biome/bin/biome', ['check', '--write', 'model', 'i18n'])
  await copy.script('migration', 'tags')
}

beforeAll(async () => {
  copy = copyProject()
  await followTheDoc()
  await copy.run('vite/bin/vite.js', ['build'], { BACKEND: 'onpremise' })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(copy.folder, 'data'),
    DEMO: '1',
    DEMO_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
  }
  server = await startProcess(
    ['--import', 'tsx', 'server/app/main.ts'],
    env,
    `${url}/parse/health`,
    copy.folder,
    copy.folder,
  )
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.end('SIGTERM')
  copy?.remove()
})

describe('adding a resource as the documentation says', () => {
  it('takes at most 5 files and 60 lines, and edits nothing but the registry and the texts', () => {
    copy.git('add', '-A')
    const changes = copy
      .git('diff', '--cached', '--numstat')
      .trim()
      .split('\n')
      .map(line => line.split('\t'))
    const files = changes.map(([, , name]) => name).filter(name => !name?.startsWith('dist/'))
    const lines = changes.reduce((sum, [added]) => sum + Number(added), 0)
    console.warn(`${files.length} files, ${lines} lines: ${files.join(', ')}`)
    expect(files.filter(name => name !== 'model/registry.ts')).toHaveLength(5)
    expect(lines).toBeLessThanOrEqual(60)
  })

  it('type-checks and passes the lint', async () => {
    await copy.run('typescript/bin/tsc', ['-b'])
    await copy.run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', 'model', 'i18n'])
  })

  it('gives an API with its grants, and its description', async () => {
    await copy.script('reference')
    const described = describedBy(join(copy.folder, 'docs/openapi.json'))
    const as = (name: string) => login(url, `${name}@demo.example`, demoPassword, described)
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

  it('gives screens: create, list, show, edit, delete', async () => {
    const { page, expectQuiet, close } = await openPage(browser, url)
    await page.goto(`${url}/signin`)
    await signIn(page, 'admin@demo.example', demoPassword)
    await page.goto(`${url}/tags/create`)
    await page.getByLabel('Nom').fill('Indoor')
    await page.getByLabel('Couleur').fill('red')
    await page.getByRole('button', { name: /enregistrer/i }).click()
    await page.goto(`${url}/tags`)
    await page.getByRole('cell', { name: 'Indoor' }).click()
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
