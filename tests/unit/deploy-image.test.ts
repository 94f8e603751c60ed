import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { panelSources } from '~/scripts/builds'
import { runtimeFiles } from '~/scripts/runtime-files'
import { copyPackages, runtimePackages, unbundled } from '~/scripts/runtime-packages'
import { readConfig, settingNames } from '~/server/platform/config/config'
import { largePages } from '~/server/platform/process/machine'
import { programs } from '~/server/platform/process/project'
import { long } from '../support/process/long'
import { serverSources } from '../support/server/deployment'

const steps = readFileSync('deploy/Dockerfile', 'utf8').replace(/\\\n/g, ' ').split('\n')

/** The arguments of the last instruction of this name. */
const last = (name: string) =>
  steps.findLast(step => step.startsWith(`${name} `))?.slice(name.length + 1) ?? ''

describe('deploy/Dockerfile', () => {
  it('the image sets only variables of the server and of Node', () => {
    const names = last('ENV')
      .split(' ')
      .map(setting => setting.split('=')[0])
    expect(names.filter(name => name && !settingNames.includes(name))).toEqual([
      'NODE_ENV',
      'TMPDIR',
      'GLIBC_TUNABLES',
    ])
  })

  it('the image runs an existing program as an unprivileged user, with stop signal and health check', () => {
    expect(last('CMD')).toBe('["node", "dist-server/server.js"]')
    expect(Object.keys(programs)).toContain('server')
    expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(last('STOPSIGNAL')).toBe('SIGTERM')
    expect(last('HEALTHCHECK')).toContain('/parse/health/live')
    expect(Number(last('EXPOSE'))).toBe(readConfig({}, 'test').PORT)
  })

  it('the image enables large pages, as `npm start` and `npm run worker` do', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const setting = Object.entries(largePages).map(([name, value]) => `${name}=${value}`)
    expect(last('ENV').split(' ')).toEqual(expect.arrayContaining(setting))
    for (const name of ['start', 'worker'])
      expect(scripts[name].split(' ').slice(0, 3)).toEqual(['exec', 'env', ...setting])
  })

  it('`npm start` and `npm run worker` use the file names that the build writes', () => {
    const [, name = ''] = /dist-server\/(\w+)\.js/.exec(readFileSync('scripts/start.mjs', 'utf8')) ?? []
    expect(Object.keys(programs)).toContain(name)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(scripts.start).toMatch(/ node scripts\/start\.mjs$/)
    expect(scripts.worker).toBe(`${scripts.start} worker`)
  })

  it('the .dockerignore lets all sources of the build through', () => {
    const allowed = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').match(/(?<=^!)[^*\n]+$/gm) ?? []
    expect(allowed.filter(path => !existsSync(path))).toEqual([])
    const needed = ['scripts', 'server', ...panelSources]
    const isAllowed = (file: string) => allowed.some(path => file === path || file.startsWith(`${path}/`))
    expect(needed.filter(file => !isAllowed(file))).toEqual([])
  })
})

describe('files of an installation without sources', () => {
  it('the runtime files include all project files that the server reads', () => {
    const read = serverSources()
      .flatMap(file => [...readFileSync(file, 'utf8').matchAll(/projectFile\(['`]([^'`$]+)/g)])
      .map(([, path = '']) => path)
    expect(read.length).toBeGreaterThan(4)
    const missing = read.filter(
      path => !runtimeFiles.some(file => path === file || `${path}/`.startsWith(`${file}/`)),
    )
    expect(missing).toEqual([])
  })

  it('the runtime packages are the unbundled ones and their dependencies only', () => {
    const packages = runtimePackages()
    for (const name of [...unbundled, '@img/colour', 'detect-libc'])
      expect(packages).toContain(`node_modules/${name}`)
    expect(packages.length).toBeLessThan(15)
    expect(packages.every(path => existsSync(path))).toBe(true)
  })

  it('copies packages without source maps', long, () => {
    const folder = mkdtempSync(join(tmpdir(), 'vecto-packages-'))
    try {
      copyPackages(folder)
      expect(existsSync(join(folder, 'node_modules/@electric-sql/pglite/package.json'))).toBe(true)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      expect(names.filter(name => name.endsWith('.map'))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('each program has an existing entry file', () => {
    for (const entry of Object.values(programs)) expect(existsSync(entry)).toBe(true)
  })
})
