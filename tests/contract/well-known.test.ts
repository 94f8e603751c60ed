import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../support/server/test-server'

type Server = Awaited<ReturnType<typeof startServer>>

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

let plain: Server
let named: Server
beforeAll(async () => {
  plain = await startServer()
  named = await startServer({
    env: { SECURITY_CONTACT: 'security@museum.example', PUBLIC_URL: 'https://admin.museum.example' },
  })
})
afterAll(async () => {
  await plain.stop()
  await named.stop()
})

const ask = async ({ url }: Server, path: string, accept = browser) => {
  const answer = await fetch(url + path, { redirect: 'manual', headers: { accept } })
  const { status, headers } = answer
  return { status, headers, text: await answer.text() }
}

describe('well-known addresses', () => {
  it('security.txt names the contact for vulnerabilities and expires within a year', async () => {
    const { status, headers, text } = await ask(named, '/.well-known/security.txt')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map(line => line.split(/: (.*)/s)),
    )
    expect(fields).toMatchObject({
      Contact: 'mailto:security@museum.example',
      Canonical: 'https://admin.museum.example/.well-known/security.txt',
    })
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(200)
    expect(days).toBeLessThan(366)
  })

  it('answers 404 to security.txt without a contact, and to unknown well-known paths', async () => {
    for (const path of [
      '/.well-known/security.txt',
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
    ])
      for (const accept of [browser, '*/*']) expect((await ask(plain, path, accept)).status).toBe(404)
  })

  it('change-password redirects to the user’s record', async () => {
    const { status, headers } = await ask(plain, '/.well-known/change-password')
    expect([status, headers.get('location')]).toEqual([302, '/user/record'])
  })

  it('robots.txt disallows all, and the web manifest describes the panel', async () => {
    const robots = await ask(plain, '/robots.txt', '*/*')
    expect([robots.status, robots.text]).toEqual([200, 'User-agent: *\nDisallow: /\n'])
    const manifest = await ask(plain, '/manifest.webmanifest', '*/*')
    expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const icons: readonly { src: string; type: string }[] = JSON.parse(manifest.text).icons
    for (const { src, type } of [...icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
      const { status, headers } = await ask(plain, src, '*/*')
      expect([src, status, headers.get('content-type')]).toEqual([src, 200, type])
    }
  })

  it('the permissions policy denies browser features that the panel never uses', async () => {
    for (const path of ['/', '/parse/health', '/parse/nothing']) {
      const policy = (await ask(plain, path)).headers.get('permissions-policy')
      expect(policy).toContain('camera=(), ')
      expect(policy).toContain('fullscreen=(self)')
    }
  })
})
