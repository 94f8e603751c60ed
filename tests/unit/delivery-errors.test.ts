import { describe, expect, it } from 'vitest'
import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'

const failing = (facts: object, message = 'It failed') =>
  deliveryErrorOf(Object.assign(new Error(message), facts))

describe('the error of a delivery', () => {
  it.each([
    [{ code: 'ETIMEDOUT' }, 'timeout', false],
    [{ code: 'ECONNECTION' }, 'unreachable', false],
    [{}, 'unreachable', false],
    [{ code: 'ETLS' }, 'tls', false],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls', false],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'auth', false],
    // About the sender: every e-mail would be refused.
    [{ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'refused', false],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'recipient', true],
    [{ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, 'later', false],
    [{ code: 'EENVELOPE', responseCode: 503, command: 'RCPT TO' }, 'later', false],
    [{ code: 'EENVELOPE' }, 'recipient', true],
    [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'content', true],
    [{ code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'later', false],
    [{ responseCode: 421, command: 'CONN' }, 'refused', false],
  ])('%j is %s; final: %s', (facts, code, final) => {
    expect(failing(facts)).toMatchObject({ code, final })
  })

  it('tells what the server said, in one line of a bounded length', () => {
    expect(failing({ response: '550 No\r\n  such   user' }).reason).toBe('550 No such user')
    expect(failing({}, 'x'.repeat(900)).reason).toHaveLength(500)
    expect(deliveryErrorOf('a text').reason).toBe('a text')
  })
})
