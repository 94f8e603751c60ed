import { describe, expect, it } from 'vitest'
import { deliveryErrorOf } from '~/server/platform/mail/delivery-errors'

const failing = (facts: object, message = 'It failed') =>
  deliveryErrorOf(Object.assign(new Error(message), facts))

describe('delivery errors', () => {
  it.each([
    [{ code: 'ETIMEDOUT' }, 'timeout', false],
    [{ code: 'ECONNECTION' }, 'unreachable', false],
    [{}, 'unreachable', false],
    [{ code: 'ETLS' }, 'tls', false],
    [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'tls', false],
    [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'auth', false],
    // The sender is rejected: every e-mail would be.
    [{ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'refused', false],
    [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'recipient', true],
    [{ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO' }, 'later', false],
    [{ code: 'EENVELOPE', responseCode: 503, command: 'RCPT TO' }, 'later', false],
    [{ code: 'EENVELOPE' }, 'recipient', true],
    [{ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }, 'content', true],
    [{ code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'later', false],
    [{ responseCode: 421, command: 'CONN' }, 'refused', false],
  ])('classifies %j as %s; final: %s', (facts, code, final) => {
    expect(failing(facts)).toMatchObject({ code, final })
  })

  const atRecipient = { code: 'EENVELOPE', command: 'RCPT TO' }
  const atContent = { code: 'EMESSAGE', command: 'DATA' }

  it.each([
    // A wrong setting rejects all queued invitations, so these errors are not final.
    [atRecipient, '554 5.7.1 <ann@x.example>: Relay access denied', 'refused'],
    [atRecipient, '550 Relaying denied', 'refused'],
    [
      atRecipient,
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.example',
      'refused',
    ],
    [
      atRecipient,
      '553 5.7.1 <no-reply@y.example>: Sender address rejected: not owned by user mail',
      'refused',
    ],
    [atRecipient, '550 5.1.8 <no-reply@y.example>: Sender address rejected: Domain not found', 'refused'],
    [atRecipient, '550 5.1.0 no-reply@y.example sender rejected', 'refused'],
    [atRecipient, '530 5.7.0 Authentication required', 'refused'],
    [atRecipient, '550 5.4.5 Daily user sending limit exceeded', 'refused'],
    [atContent, '554 5.2.252 SendAsDenied; no-reply@y.example not allowed to send as x@y.example', 'refused'],
    [atContent, '550-5.7.26 This mail has been blocked because the sender is unauthenticated', 'refused'],
    [
      atContent,
      '550 5.7.515 Access denied, sending domain does not meet the required authentication level',
      'refused',
    ],
    [atContent, '554 Message rejected: Sending limit exceeded', 'refused'],
    // Only this recipient is rejected.
    [
      atRecipient,
      '550 5.1.1 <ann@x.example>: Recipient address rejected: User unknown in relay recipient table',
      'recipient',
    ],
    [atRecipient, '556 5.1.10 Recipient address has a null MX', 'recipient'],
    [atRecipient, '550 5.2.1 The email account that you tried to reach is disabled', 'recipient'],
    [atRecipient, '552 5.2.2 Mailbox full: over quota', 'recipient'],
    [atRecipient, '550 5.4.1 Recipient address rejected: Access denied', 'recipient'],
    [atRecipient, '550 No such user here', 'recipient'],
    [atRecipient, '550 Requested action not taken: mailbox unavailable', 'recipient'],
    [atContent, '550 5.1.1 User unknown', 'recipient'],
    // Only this e-mail is rejected.
    [atContent, '554 5.6.0 Message content rejected', 'content'],
    [atContent, '552 5.3.4 Message size exceeds fixed limit of 10.0.0.1', 'content'],
    [atContent, '554 Transaction failed', 'content'],
  ])('classifies %o with the response %s as %s', (facts, response, code) => {
    const responseCode = Number(response.slice(0, 3))
    const final = code !== 'refused'
    expect(failing({ ...facts, responseCode, response })).toMatchObject({ code, final })
  })

  it('the reason is the server’s response in one line of limited length', () => {
    expect(failing({ response: '550 No\r\n  such   user' }).reason).toBe('550 No such user')
    expect(failing({}, 'x'.repeat(900)).reason).toHaveLength(500)
    expect(deliveryErrorOf('a text').reason).toBe('a text')
  })
})
