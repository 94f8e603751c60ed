import { expect, it } from 'vitest'
import { recordTokens } from '~/server/platform/crypto/tokens'

const [uid, secret] = ['A1b2C3d4E5f6G7h8I9j0', `${'s'.repeat(41)}-_`]
const tokens = recordTokens('vecto_')

it('parses a formatted token to its uid and secret', () => {
  expect(tokens.read(tokens.write(uid, secret))).toEqual({ uid, secret })
})

it.each([
  ['of another kind', `vecto_view_${uid}_${secret}`],
  ['of a session', `r:${secret}`],
  ['with a short uid', `vecto_${uid.slice(1)}_${secret}`],
  ['with a long secret', `vecto_${uid}_${secret}x`],
  ['behind something else', ` vecto_${uid}_${secret}`],
  ['that is empty', ''],
])('rejects a token %s', (_what, token) => {
  expect(tokens.read(token)).toBeUndefined()
})
