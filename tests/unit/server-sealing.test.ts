import { describe, expect, it } from 'vitest'
import { createEncryption, type Key } from '~/server/platform/crypto/secret-keys'

const keysOf = (...secrets: [string, ...string[]]) =>
  secrets.map((secret, at) => ({ id: String(secrets.length - at), secret })) as [Key, ...Key[]]

const seals = createEncryption(keysOf('the secret of a server'))

describe('encryption at rest', () => {
  it('decrypts a value only with the same purpose and secret', () => {
    const sealed = seals.seal('one', 'JBSWY3DP é')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(seals.open('one', sealed)).toBe('JBSWY3DP é')
    expect(seals.open('two', sealed)).toBeUndefined()
    expect(createEncryption(keysOf('another secret')).open('one', sealed)).toBeUndefined()
  })

  it('encrypts a value differently each time and rejects any modified byte', () => {
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

  it('the hash of a value depends on purpose and secret', () => {
    expect(seals.hash('one', 'code')).toBe(seals.hash('one', 'code'))
    expect(seals.hash('two', 'code')).not.toBe(seals.hash('one', 'code'))
    expect(createEncryption(keysOf('another secret')).hash('one', 'code')).not.toBe(seals.hash('one', 'code'))
  })

  it('decrypts earlier values after a key rotation, while new values require the new key', () => {
    const rotated = createEncryption(keysOf('a new secret', 'the secret of a server'))
    expect(rotated.open('one', seals.seal('one', 'text'))).toBe('text')
    expect(rotated.open('one', seals.seal('one', 'text').slice(2))).toBe('text')
    expect(rotated.hashes('one', 'code')).toContain(seals.hash('one', 'code'))
    expect(seals.open('one', rotated.seal('one', 'text'))).toBeUndefined()
  })
})
