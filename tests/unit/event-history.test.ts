import { describe, expect, it } from 'vitest'
import { type Role, roles } from '~/model/grants'
import type { HistoryEvent } from '~/model/record-of'
import { eventHooks } from '~/server/features/events/event-hooks'

const shown = (event: Partial<HistoryEvent>, role: Role = 'admin'): Partial<HistoryEvent> =>
  eventHooks.present?.(event as HistoryEvent, { role, lang: 'en' }) ?? { uid: '' }

describe('changes visible to a role', () => {
  const changes = {
    ...{ lastname: ['Lee', 'Li'], notifications: [true, false], password: ['a', 'b'] },
    ...{ messageToken: [null, 'x'], strange: [1, 2] },
  }

  it.each([
    ['root', ['lastname', 'notifications']],
    ['admin', ['lastname']],
    ['viewer', ['lastname']],
  ] as const)('%s reads the changed fields %j', (role, fields) => {
    const { args } = shown({ event: 'update', type: 'users', args: { changes, by: 'passwordReset' } }, role)
    expect(args).toEqual({
      by: 'passwordReset',
      changes: Object.fromEntries(fields.map(field => [field, changes[field]])),
    })
  })

  it('no role reads changes of fields that nobody may read', () => {
    for (const role of roles) {
      const text = JSON.stringify(shown({ type: 'users', args: { changes } }, role))
      expect(text).not.toMatch(/password|messageToken|strange/)
    }
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'a change of a field named %s is removed',
    key => {
      const args = { changes: JSON.parse(`{"${key}": [1, 2], "lastname": ["Lee", "Li"]}`) }
      expect(shown({ type: 'users', args }).args).toEqual({ changes: { lastname: ['Lee', 'Li'] } })
    },
  )

  it.each([
    ['no changes', { type: 'users', args: { label: 'Ann' } }],
    ['changes that are no object', { type: 'users', args: { changes: ['lastname'] } }],
    ['an unknown resource', { type: 'strange', args: { changes: { a: [1, 2] } } }],
    ['null arguments', { type: 'users', args: null }],
  ])('an event with %s is returned unchanged', (_name, event) => {
    expect(shown(event).args).toEqual(event.args)
  })
})

describe('label of an event', () => {
  it.each([
    [{ label: 'Quay', event: 'update', args: { label: 'Old' } }, 'Quay'],
    [{ label: '', event: 'update', args: { label: 'Old' } }, ''],
    [{ label: null, event: 'create', args: { label: 'Old' } }, 'Old'],
    [{ label: null, event: 'download', args: { label: 'Quay.mp4' } }, null],
    [{ label: null, event: 'update', args: { label: 7 } }, null],
    [{ label: null, event: 'update', args: null }, null],
  ] as const)('the label of %j is %j', (event, name) => {
    expect(shown(event).label).toBe(name)
  })
})
