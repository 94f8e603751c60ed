import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPanelRoutes } from '~/server/app/panel-routes'
import { answerErrors } from '~/server/platform/http/errors'
import { bareServices } from '../support/server/registered-routes'

const folder = mkdtempSync(join(tmpdir(), 'vecto-panel-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Panel</title>')
  writeFileSync(join(folder, 'assets', 'app-1234.js'), '1')
  app = Fastify()
  answerErrors(app)
  await addPanelRoutes(app, bareServices(folder), folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const ask = async (url: string, accept: string | undefined, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers } = await app.inject({ method, url, headers: accept ? { accept } : {} })
  return [statusCode, String(headers['content-type']).split(';')[0]]
}

const page = [200, 'text/html']
const missing = [404, 'application/json']
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('the addresses of the panel', () => {
  it.each([
    ['/', '*/*', page],
    ['/', undefined, page],
    // Longer than the limits of file systems for a name and for a path.
    [`/${'x'.repeat(300)}`, browser, page],
    [`/assets/${'x'.repeat(300)}`, browser, missing],
    [`/parse/${'x'.repeat(6000)}/y`, browser, missing],
    ['/home', '*/*', page],
    ['/company/modify/companies.abcdefghij0123456789', '*/*', page],
    ['/onboarding/abc-def?x=1', 'text/*', page],
    ['/users', browser, page],
    ['/users', 'application/json;q=0.5, text/html', page],
    ['/users', 'application/json', missing],
    ['/users', 'application/json, text/plain, */*', missing],
    ['/users', 'text/html;q=0.5, application/json', missing],
    ['/assets/app-1234.js', '*/*', [200, 'application/javascript']],
    ['/assets/app-gone.js', '*/*', missing],
    ['/assets/app-gone.js', browser, missing],
    ['/robots.txt', '*/*', missing],
    ['/app.webmanifest', '*/*', missing],
    ['/parse', '*/*', missing],
    ['/parse/nothing', browser, missing],
    ['/%70arse/nothing', browser, missing],
    ['/vecto/parse/health', '*/*', missing],
    ['/vecto/parse/health', browser, missing],
    ['//parse/metrics', browser, missing],
    ['/health', '*/*', missing],
    ['/healthz', undefined, missing],
    ['/status', browser, missing],
    ['/readyz/', '*/*', missing],
  ] as const)('%s requested with Accept %s', async (url, accept, expected) => {
    const [status, type] = await ask(url, accept)
    expect([status, String(type).replace('text/javascript', 'application/javascript')]).toEqual(expected)
    expect((await ask(url, accept, 'HEAD'))[0]).toBe(expected[0])
  })
})
