import { describe, expect, it } from 'vitest'
import { createEncryption, type Key } from '~/server/platform/crypto/secret-keys'

const keysOf = (...secrets: [string, ...string[]]) =>
  secrets.map((secret, at) => ({ id: String(secrets.length - at), secret })) as [Key, ...Key[]]

const seals = createEncryption(keysOf('the secret of a server'))

describe('what is sealed', () => {
  it('opens again, here and for what it was sealed for', () => {
    const sealed = seals.seal('one', 'JBSWY3DP é')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(seals.open('one', sealed)).toBe('JBSWY3DP é')
    expect(seals.open('two', sealed)).toBeUndefined()
    expect(createEncryption(keysOf('another secret')).open('one', sealed)).toBeUndefined()
  })

  it('differs each time, and opens no more once a byte of it is another', () => {
    const sealed = seals.seal('one', 'text')
    expect(seals.seal('one', 'text')).not.toBe(sealed)
    const bytes = Buffer.from(sealed.slice(2), 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(seals.open('one', `1.${changed.toString('base64url')}`)).toBeUndefined()
    }
    expect(seals.open('one', '')).toBeUndefined()
  })

  it('is hashed by purpose, and with the secret', () => {
    expect(seals.hash('one', 'code')).toBe(seals.hash('one', 'code'))
    expect(seals.hash('two', 'code')).not.toBe(seals.hash('one', 'code'))
    expect(createEncryption(keysOf('another secret')).hash('one', 'code')).not.toBe(seals.hash('one', 'code'))
  })

  it('opens after the key was rotated, and what is sealed then opens with the new key alone', () => {
    const rotated = createEncryption(keysOf('a new secret', 'the secret of a server'))
    expect(rotated.open('one', seals.seal('one', 'text'))).toBe('text')
    expect(rotated.open('one', seals.seal('one', 'text').slice(2))).toBe('text')
    expect(rotated.hashes('one', 'code')).toContain(seals.hash('one', 'code'))
    expect(seals.open('one', rotated.seal('one', 'text'))).toBeUndefined()
  })
})
