import { describe, expect, it } from 'vitest'
import { createSeals } from '~/server/sealing'

const seals = createSeals('the secret of a server')

describe('what is sealed', () => {
  it('opens again, here and for what it was sealed for', () => {
    const sealed = seals.seal('one', 'JBSWY3DP é')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(seals.open('one', sealed)).toBe('JBSWY3DP é')
    expect(seals.open('two', sealed)).toBeUndefined()
    expect(createSeals('another secret').open('one', sealed)).toBeUndefined()
  })

  it('differs each time, and opens no more once a byte of it is another', () => {
    const sealed = seals.seal('one', 'text')
    expect(seals.seal('one', 'text')).not.toBe(sealed)
    const bytes = Buffer.from(sealed, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(seals.open('one', changed.toString('base64url'))).toBeUndefined()
    }
    expect(seals.open('one', '')).toBeUndefined()
  })

  it('is hashed by purpose, and with the secret', () => {
    expect(seals.hash('one', 'code')).toBe(seals.hash('one', 'code'))
    expect(seals.hash('two', 'code')).not.toBe(seals.hash('one', 'code'))
    expect(createSeals('another secret').hash('one', 'code')).not.toBe(seals.hash('one', 'code'))
  })
})
