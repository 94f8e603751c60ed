import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { panelSources } from '~/scripts/builds'
import { copyPackages, runtimeFiles, runtimePackages, unbundled } from '~/scripts/runtime-files'
import { readConfig, settingNames } from '~/server/platform/config/config'
import { largePages } from '~/server/platform/process/machine'
import { programs } from '~/server/platform/process/project'
import { serverSources } from '../support/deployment'
import { long } from '../support/long'

const steps = readFileSync('deploy/Dockerfile', 'utf8').replace(/\\\n/g, ' ').split('\n')

/** What follows the last instruction of a name. */
const last = (name: string) =>
  steps.findLast(step => step.startsWith(`${name} `))?.slice(name.length + 1) ?? ''

describe('deploy/Dockerfile', () => {
  it('sets what the server knows, and what is for Node', () => {
    const names = last('ENV')
      .split(' ')
      .map(setting => setting.split('=')[0])
    expect(names.filter(name => name && !settingNames.includes(name))).toEqual([
      'NODE_ENV',
      'TMPDIR',
      'GLIBC_TUNABLES',
    ])
  })

  it('starts a program that is there, as nobody in particular, and can be stopped and asked', () => {
    expect(last('CMD')).toBe('["node", "dist-server/server.js"]')
    expect(Object.keys(programs)).toContain('server')
    expect(last('USER')).toMatch(/^[1-9]\d+:[1-9]\d+$/)
    expect(last('STOPSIGNAL')).toBe('SIGTERM')
    expect(last('HEALTHCHECK')).toContain('/parse/health/live')
    expect(Number(last('EXPOSE'))).toBe(readConfig({}, 'test').PORT)
  })

  it('asks for large pages, as `npm start` and `npm run worker` do', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const setting = Object.entries(largePages).map(([name, value]) => `${name}=${value}`)
    expect(last('ENV').split(' ')).toEqual(expect.arrayContaining(setting))
    for (const name of ['start', 'worker'])
      expect(scripts[name].split(' ').slice(0, 3)).toEqual(['exec', 'env', ...setting])
  })

  it('and `npm start` and `npm run worker` look for programs by the names that they are compiled under', () => {
    const [, name = ''] = /dist-server\/(\w+)\.js/.exec(readFileSync('scripts/start.mjs', 'utf8')) ?? []
    expect(Object.keys(programs)).toContain(name)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(scripts.start).toMatch(/ node scripts\/start\.mjs$/)
    expect(scripts.worker).toBe(`${scripts.start} worker`)
  })

  it('is built from what its .dockerignore lets through', () => {
    const allowed = readFileSync('deploy/Dockerfile.dockerignore', 'utf8').match(/(?<=^!)[^*\n]+$/gm) ?? []
    expect(allowed.filter(path => !existsSync(path))).toEqual([])
    const needed = ['scripts', 'server', ...panelSources]
    const isAllowed = (file: string) => allowed.some(path => file === path || file.startsWith(`${path}/`))
    expect(needed.filter(file => !isAllowed(file))).toEqual([])
  })
})

describe('the files of an installation without sources', () => {
  it('are all that the server reads of the project', () => {
    const read = serverSources()
      .flatMap(file => [...readFileSync(file, 'utf8').matchAll(/projectFile\(['`]([^'`$]+)/g)])
      .map(([, path = '']) => path)
    expect(read.length).toBeGreaterThan(4)
    const missing = read.filter(
      path => !runtimeFiles.some(file => path === file || `${path}/`.startsWith(`${file}/`)),
    )
    expect(missing).toEqual([])
  })

  it('hold the packages that are not compiled in, with what they depend on, and no more', () => {
    const packages = runtimePackages()
    for (const name of [...unbundled, '@img/colour', 'detect-libc'])
      expect(packages).toContain(`node_modules/${name}`)
    expect(packages.length).toBeLessThan(15)
    expect(packages.every(path => existsSync(path))).toBe(true)
  })

  it('are copied without maps of sources', long, () => {
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

  it('end every command of the table with a program of its name', () => {
    for (const entry of Object.values(programs)) expect(existsSync(entry)).toBe(true)
  })
})
