import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseRules, permits } from '~/scripts/cloud/rules'

const storage = parseRules(readFileSync('deploy/firebase/storage.rules', 'utf8'))
const firestore = parseRules(readFileSync('deploy/firebase/firestore.rules', 'utf8'))

const grace = { uid: 'grace' }
const GB = 1024 ** 3

type Auth = { readonly uid: string } | null
type Case = readonly [method: string, path: string, auth: Auth, permitted: boolean, size: number]

type Read = readonly [method: string, path: string, auth: Auth, permitted: boolean]

const own = 'temp--grace--6f1c--walk.mp4'
const written = ['create', 'update', 'delete', 'get', 'list']

describe('the rules of Storage', () => {
  it.each<Case>([
    ['create', own, grace, true, 1],
    ['get', own, grace, true, 1],
    ['delete', own, grace, true, 1],
    ['create', own, grace, true, 100 * GB],
    ['create', own, grace, false, 100 * GB + 1],
    ['update', own, grace, false, 1],
    ['list', own, grace, false, 1],
    ['list', '', grace, false, 1],
    ['list', 'files', grace, false, 1],
    ...written.flatMap((method): Case[] => [
      [method, own, null, false, 1],
      [method, 'temp--ada--6f1c--walk.mp4', grace, false, 1],
      [method, 'temp--gracex--6f1c--walk.mp4', grace, false, 1],
      [method, 'x-temp--grace--6f1c--walk.mp4', grace, false, 1],
      [method, 'temp--grace--6f1c/walk.mp4', grace, false, 1],
      [method, 'ada/temp--grace--6f1c--walk.mp4', grace, false, 1],
      [method, 'files/AbCdEfGhIjKlMnOpQrSt', grace, false, 1],
      [method, 'vecto-database', grace, false, 1],
    ]),
  ])('%s of "%s" by %j: %s', (method, name, auth, permitted, size) => {
    const path = `/b/demo-vecto.appspot.com/o/${name}`
    expect(permits(storage, { method, path, request: { auth, resource: { size } } })).toBe(permitted)
  })
})

describe('the rules of Firestore', () => {
  it.each<Read>([
    ['get', 'users/grace', grace, true],
    ['get', 'users/ada', grace, false],
    ['get', 'users/grace', null, false],
    ['get', 'users/grace/secrets/one', grace, false],
    ['get', 'companies/grace', grace, false],
    ...['list', 'create', 'update', 'delete'].map((method): Read => [method, 'users/grace', grace, false]),
  ])('%s of "%s" by %j: %s', (method, name, auth, permitted) => {
    const path = `/databases/(default)/documents/${name}`
    expect(permits(firestore, { method, path, request: { auth } })).toBe(permitted)
  })
})

describe('rules in general', () => {
  const ruled = (condition: string, request: object = {}) => {
    const rules = parseRules(
      `rules_version = '2'; service any { match /{all=**} { allow write: if ${condition}; } }`,
    )
    return permits(rules, { method: 'create', path: '/a/b', request: { ...request } })
  }

  it.each([
    ['1 + 2 * 3 == 7', true],
    ["'a' + 1 == 'a1'", true],
    ['!(1 < 2) || 2 >= 2', true],
    ['request.nothing == null', false],
    ["'xay'.matches('a')", false],
    ["all == 'a/b'", true],
  ])('evaluates %s', (condition, expected) => expect(ruled(condition)).toBe(expected))

  it.each(['request.time.toMillis() > 1', 'a ? b : c', '(true', 'true)'])(
    'does not guess what it does not know: %s',
    condition => expect(() => ruled(condition)).toThrow(),
  )
})
