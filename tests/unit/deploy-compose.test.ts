import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig, settingNames } from '~/server/platform/config/config'
import { programs } from '~/server/platform/process/project'
import { type ComposeService, readCompose } from '../support/server/deployment'

const services = readCompose()
const all = Object.entries(services)
const ours = all.filter(([, { image }]) => image.includes('vecto:'))
const named = (begin: string) => all.filter(([name]) => name.startsWith(begin)).map(([, service]) => service)

const given: Readonly<Record<string, string>> = {
  SITE_HOST: 'admin.example.com',
  FILES_HOST: 'files.example.com',
}

/** The environment of a service after variable substitution by compose. */
const filled = ({ environment }: ComposeService) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)(:[-?])?\}/g, (_, variable, kind) =>
        kind === ':-' ? '' : (given[variable] ?? 'a1b2c3'),
      ),
    ]),
  )

const variablesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, name]) => name)),
]

describe('deploy/compose.yaml', () => {
  it('compose runs two servers and two workers from existing programs', () => {
    expect([named('server-').length, named('worker-').length]).toEqual([2, 2])
    expect(ours).toHaveLength(5)
    for (const [, { command }] of ours)
      for (const program of command.slice(1))
        expect(Object.keys(programs)).toContain(/^dist-server\/(.+)\.js$/.exec(program)?.[1])
  })

  it.each(ours)('compose gives %s known and valid settings', (_name, service) => {
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(service.environment)))
    expect(() => readConfig(filled(service), 'test')).not.toThrow()
  })

  it.each(all)('compose runs %s without privileges and with a health check', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.restart).not.toBe('no')
    if (!name.startsWith('server-')) expect(service.healthcheck).toBeDefined()
  })

  it('the stop grace period of a server covers its draining', () => {
    for (const { environment, stop_grace_period } of named('server-'))
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(
        Number(environment.DRAIN_SECONDS) + 25,
      )
  })

  it('compose publishes only the ports of the proxy; database and store are internal', () => {
    expect(all.filter(([, { ports }]) => ports.length > 0).map(([name]) => name)).toEqual(['proxy'])
    expect([services.postgres?.networks, services.s3?.networks]).toEqual([['data'], ['data']])
  })

  it('compose uses exactly the variables of the example', () => {
    const asked = variablesIn(readFileSync('deploy/compose.yaml', 'utf8'), /\$\{(\w+)/g)
    const example = readFileSync('deploy/compose.env.example', 'utf8')
    expect(variablesIn(example, /^(\w+)=/gm).sort()).toEqual(asked.sort())
  })
})

describe('deploy/haproxy', () => {
  const rules = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')

  it('the proxy addresses the servers and the store by their service names', () => {
    const targets = [...rules.matchAll(/^ {2}server (\S+) (\S+):(\d+)$/gm)].map(([, , host, port]) => [
      host,
      port,
    ])
    expect(targets).toEqual([
      ['server-1', '1337'],
      ['server-2', '1337'],
      ['s3', '8333'],
    ])
    for (const [host = ''] of targets) expect(services).toHaveProperty([host])
  })

  it('the proxy detects a draining server before it stops', () => {
    const [, seconds, times] = /GET \/parse\/health\n[\s\S]*?inter (\d+)s fall (\d+)/.exec(rules) ?? []
    expect(Number(seconds) * Number(times)).toBeLessThan(
      Number(services['server-1']?.environment.DRAIN_SECONDS),
    )
  })
})
