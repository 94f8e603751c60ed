import { expect, it } from 'vitest'
import { tokenCovers } from '~/model/view-as'

it.each([
  ['read', 'companies', 'read', [], true],
  ['read', 'videos', 'create', [], false],
  ['read', 'mails', 'read', [], false],
  ['content', 'sessions', 'read', [], false],
  ['content', 'videos', 'create', ['name', 'file'], true],
  ['content', 'files', 'create', [], true],
  ['content', 'users', 'update', ['name'], false],
  ['content', 'tokens', 'delete', [], false],
  ['content', 'vectos', 'update', ['name', 'accessList'], false],
  ['content', 'vectos', 'update', ['accessGroups'], false],
  ['content', 'videos', 'update', ['defaultAccessList'], false],
] as const)(
  'determines whether a token for %s may, of %s, %s with the fields %j: %s',
  (access, resource, operation, fields, may) => {
    expect(tokenCovers(access, resource, operation, fields)).toBe(may)
  },
)
