import { describe, expect, it, vi } from 'vitest'
import { entrance } from '~/i18n/en/sign-in'
import type { Backend } from '~/src/api/backend'
import { toBackendError } from '~/src/api/cloud/failures'
import { withAccount } from '~/src/api/cloud/own-account'
import { reachOf } from '~/src/api/cloud/reach'
import { temporaryPath } from '~/src/api/cloud/temporary-path'
import { readMe } from '~/src/api/read-me'
import { problemOf } from '~/src/auth/sign-in/sign-in-form'

describe('Firebase errors', () => {
  it.each([
    ['auth/user-not-found', 'User not found'],
    ['auth/user-disabled', 'User not found'],
    ['auth/wrong-password', 'Wrong password'],
    ['auth/invalid-credential', 'Wrong e-mail or password'],
    ['auth/invalid-email', 'Wrong e-mail or password'],
    ['auth/too-many-requests', 'Too many attempts. Try again in 10 min.'],
    ['auth/network-request-failed', 'The server cannot be reached.'],
    ['auth/popup-blocked', 'Your browser has blocked the sign-in window.'],
    ['auth/account-exists-with-different-credential', 'This e-mail already signs in another way.'],
    ['auth/internal-error', 'An error occurred.'],
  ])('shows the Firebase error %s as “%s”', (code, text) => {
    const error = Object.assign(new Error('As Firebase says it'), { code })
    expect(problemOf(toBackendError(error)).textIn(entrance)).toContain(text)
  })
})

describe('temporary path', () => {
  it('a temporary path replaces slashes with double hyphens, those of the name too', () => {
    expect(temporaryPath('u1', 'f1', 'film.mp4')).toBe('temp--u1--f1--film.mp4')
    expect(temporaryPath('u1', 'f1', 'a/b\\c#d?.mp4')).toBe('temp--u1--f1--a--b_c_d_.mp4')
  })

  it('a temporary path keeps the end of a long name with its extension', () => {
    const path = temporaryPath('u1', 'f1', `${'é'.repeat(500)}.insv`)
    expect(path).toMatch(/\.insv$/)
    expect(new TextEncoder().encode(path).length).toBeLessThan(1024)
  })
})

describe('the signed-in user', () => {
  const request: Backend['request'] = vi.fn()
  const profile = readMe({ uid: 'u1', email: 'iris@demo.example', firstname: '', role: 'viewer' })

  it('the server’s own values count while the profile in Firestore still lacks the names', async () => {
    const account = { uid: 'u1', firstname: 'Iris', lang: 'es', role: { key: 'editor', label: 'Editor' } }
    const me = await withAccount(profile, account, request)
    expect(me).toMatchObject({ uid: 'u1', firstname: 'Iris', lang: 'es', role: 'editor' })
  })

  it('the profile in Firestore describes the user where the functions are of another provider', async () => {
    const me = await withAccount({ ...profile, firstname: 'Iris' }, undefined, request)
    expect(me).toMatchObject({ uid: 'u1', firstname: 'Iris', role: 'viewer', profile: { defaultViews: [] } })
  })
})

describe('companies in the scope of a user', () => {
  const own = { ref: 'companies/own', label: 'Own' }
  const asked = (pages: readonly unknown[][]) => {
    const request = vi.fn()
    for (const results of pages) request.mockResolvedValueOnce({ results })
    return request as typeof request & Backend['request']
  }

  it.each(['root', 'admin', 'viewer'])('reads the companies of the role %s from the profile', async role => {
    const request = asked([])
    expect(await reachOf(role, own, request)).toEqual({
      own: ['own'],
      managed: [],
      open: [],
      licensed: false,
    })
    expect(await reachOf(role, null, request)).toMatchObject({ own: [] })
    expect(request).not.toHaveBeenCalled()
  })

  it('requests all companies of a partner page by page', async () => {
    const others = Array.from({ length: 999 }, (_, at) => ({ uid: `c${at}`, partner: null }))
    const open = { uid: 'open', partner: own, allowPartnerAccess: true }
    const request = asked([
      [...others, { uid: 'own', isPartner: true, canCreateCompanies: true }],
      [
        open,
        { uid: 'closed', partner: own },
        { uid: 'another', partner: { ref: 'companies/x', label: 'X' } },
      ],
    ])
    expect(await reachOf('partner', own, request)).toEqual({
      own: ['own'],
      managed: ['open', 'closed'],
      open: ['open'],
      licensed: true,
    })
    expect(request.mock.calls.map(([path]) => path)).toEqual([
      'companies?offset=0&batch=1000',
      'companies?offset=1000&batch=1000',
    ])
  })

  it('logs a warning and uses only the own company when the request fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const request = vi.fn().mockRejectedValue(new Error('no line')) as Backend['request']
    expect(await reachOf('partner', own, request)).toMatchObject({ own: ['own'], managed: [] })
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})
