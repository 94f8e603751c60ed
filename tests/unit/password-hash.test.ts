import { describe, expect, it } from 'vitest'
import { hashText, isOutdatedHash, matchesHash } from '~/server/platform/crypto/password-hash'

/** Hash of 'Zoë’s pass①' as version 0.1.0 stored it. */
const kept =
  '6fa1cfa8787f0e37b7821ecd5c99af2e:cb29b9c83dafda2db24d3551f528f8541f508d89c1d7b37f218d571f38939efad8d772b9919bcd8e0567741bd1de2f0e8d6a2ed3bca94aea0cb46f0c754dec50'

describe('the hash of a password', () => {
  it('matches a password with its hash, and no other password', async () => {
    const hash = await hashText('correct horse')
    expect([await matchesHash('correct horse', hash), await matchesHash('correct horsf', hash)]).toEqual([
      true,
      false,
    ])
  })

  it('includes its parameters in the hash, and reports hashes with other parameters as outdated', async () => {
    const hash = await hashText('correct horse')
    expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[0-9a-f]{32}\$[0-9a-f]{128}$/)
    expect([
      isOutdatedHash(hash),
      isOutdatedHash(kept),
      isOutdatedHash(hash.replace('ln=15', 'ln=14')),
    ]).toEqual([false, true, true])
  })

  it('salts the hash of a password', async () => {
    expect(await hashText('twice')).not.toBe(await hashText('twice'))
  })

  it('matches hashes of earlier versions with a Unicode-normalized password', async () => {
    expect(await matchesHash('Zoe\u0308’s pass1', kept)).toBe(true)
    expect(await matchesHash('Zoe’s pass1', kept)).toBe(false)
  })

  it.each(['$scrypt$ln=15,r=8,p=3$$', '', 'nonsense', 'abcd:', ':abcd', `${kept}00`])(
    'matches no password with the invalid hash %s',
    async hash => {
      expect(await matchesHash('', hash)).toBe(false)
    },
  )
})
