import { describe, expect, it } from 'vitest'
import { itemAt, menuItems, menuItemsFor } from '~/src/app/menu-items'

const shared = ['users', 'sessions', 'environments', 'videos', 'vectos', 'medias', 'audit', 'trash']

describe('the menu', () => {
  it.each([
    ['root', ['home', 'companies', ...shared, 'administration']],
    ['partner', ['home', 'companies', ...shared]],
    ['admin', ['home', 'myCompany', ...shared]],
    ['manager', ['home']],
    ['editor', ['home']],
    ['viewer', ['home']],
  ] as const)('shows %s the menu items %j', (role, keys) => {
    expect(menuItemsFor(role, () => false).map(item => item.key)).toEqual(keys)
  })

  it('shows usage to staff where the server measures it', () => {
    const keysOf = (role: 'partner' | 'viewer') =>
      menuItemsFor(role, capability => capability === 'usage').map(item => item.key)
    expect(keysOf('partner')).toContain('usage')
    expect(keysOf('viewer')).not.toContain('usage')
  })

  it('highlights the section of a path, but not one with a similar prefix', () => {
    expect(itemAt(menuItems, '/company/show/abc')?.key).toBe('companies')
    expect(itemAt(menuItems, '/mycompany')?.key).toBe('myCompany')
    expect(itemAt(menuItems, '/templates/create')?.key).toBe('administration')
    expect(itemAt(menuItems, '/admin')?.key).toBe('administration')
    expect(itemAt(menuItems, '/users-of-old')).toBeUndefined()
  })
})
