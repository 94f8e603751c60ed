import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { functionNames, writeFunctions } from '~/scripts/cloud/build'
import { addressIn } from '~/server/app/functions'
import { newDataFolder } from '../support/server/data-folder'
import { registeredRoutes } from '../support/server/registered-routes'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vecto-functions-'))
  writeFunctions(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the functions of a Firebase project', () => {
  it('there is one for each first segment of the server’s routes', async () => {
    const routes = await registeredRoutes(newDataFolder('routes'))
    const segments = routes
      .filter(({ url }) => url.startsWith('/parse/'))
      .map(({ url }) => url.split('/')[2] ?? '')
    expect(functionNames()).toEqual([...new Set(segments)].filter(segment => segment !== '').sort())
  })

  it('functions are exported under names that Firebase serves as these segments', () => {
    const text = read('index.js')
    expect(text).toContain("export const users = functionOf('users', network)\n")
    expect(text).toContain("export const user = { invite: functionOf('user-invite', network) }\n")
    expect(text.match(/functionOf\('/g)).toHaveLength(functionNames().length)
  })

  it('lock exactly the packages that they load, at the versions of the project', () => {
    const { packages } = JSON.parse(read('package-lock.json'))
    const { dependencies } = JSON.parse(read('package.json'))
    expect(Object.keys(dependencies)).toEqual(['firebase-admin', 'firebase-functions', 'sharp'])
    for (const [name, version] of Object.entries(dependencies))
      expect(packages[`node_modules/${name}`].version).toBe(version)
    expect(packages['node_modules/@img/sharp-linux-x64']).toBeDefined()
    expect(packages['node_modules/react']).toBeUndefined()
  })

  it.each([
    ['users', '/', '/parse/users'],
    ['users', '/?offset=0', '/parse/users?offset=0'],
    ['users', '/abc/events?q=1', '/parse/users/abc/events?q=1'],
    ['user-invite', '/', '/parse/user-invite'],
  ])('the function %s answers %s as the server answers %s', (segment, url, address) => {
    expect(addressIn(segment, url)).toBe(address)
  })
})
