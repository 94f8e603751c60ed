import { describe, expect, it } from 'vitest'
import { settledAddress } from '~/src/app/address'
import { safeTarget } from '~/src/auth/sign-in/safe-target'

const origin = 'https://panel.example'

describe('the target after sign-in', () => {
  it.each(['/user/show/abc?x=1#details', '/medias#grid', '/home', '/company?q=a%2Fb'])(
    'accepts the path %s as target',
    target => {
      expect(safeTarget(target, origin)).toBe(target)
    },
  )

  it.each([
    null,
    '',
    'home',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https://panel.example.evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    ' //evil.example',
  ])('replaces the unsafe target %j by the home page', target => {
    expect(safeTarget(target, origin)).toBe('/home')
  })
})

describe('the URL that the panel opens at', () => {
  it('redirects signed-out users to sign-in with the current URL as target', () => {
    expect(settledAddress('/user?x=1#invited', false, origin)).toBe(
      '/signin?redirect=%2Fuser%3Fx%3D1%23invited',
    )
  })

  it('keeps signed-out users on the sign-in page', () => {
    expect(settledAddress('/signin?redirect=%2Fuser', false, origin)).toBeNull()
  })

  it.each(['/login', '/signout'])('omits %s as target after sign-in', path => {
    expect(settledAddress(path, false, origin)).toBe('/signin')
  })

  it('redirects signed-in users from the sign-in page to the target', () => {
    expect(settledAddress('/signin?redirect=%2Fmedias%23grid', true, origin)).toBe('/medias#grid')
    expect(settledAddress('/signin?redirect=https%3A%2F%2Fevil.example', true, origin)).toBe('/home')
    expect(settledAddress('/signin?redirect=%2Fsignout', true, origin)).toBe('/home')
  })

  it('keeps signed-in users on other pages', () => {
    expect(settledAddress('/user', true, origin)).toBeNull()
  })
})
