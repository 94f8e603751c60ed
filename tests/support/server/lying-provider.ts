import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Faults of an identity provider; with `nothing` it is valid. */
export type Lie =
  | 'nothing'
  | 'html'
  | 'issuer'
  | 'signature'
  | 'nonce'
  | 'audience'
  | 'token-html'
  | 'expired'

const kid = 'published'

/** An identity provider with configurable faults that signs the user in without a prompt. */
export const startLiar = async (port: number) => {
  const issuer = `http://127.0.0.1:${port}`
  const [published, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const told = { lie: 'nothing' as Lie, nonce: '' }
  const metadata = () => ({
    issuer: told.lie === 'issuer' ? 'https://elsewhere.example' : issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })
  const idToken = () =>
    new SignJWT({
      nonce: told.lie === 'nonce' ? 'of-another-flow' : told.nonce,
      email: 'manager@demo.example',
      email_verified: true,
    })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(issuer)
      .setSubject('somebody')
      .setAudience(told.lie === 'audience' ? 'another-client' : 'vecto')
      .setIssuedAt()
      .setExpirationTime(told.lie === 'expired' ? '-1h' : '5m')
      .sign(told.lie === 'signature' ? other.privateKey : published.privateKey)
  const answers: Readonly<Record<string, () => Promise<object> | object>> = {
    '/.well-known/openid-configuration': metadata,
    '/jwks': async () => ({
      keys: [{ ...(await exportJWK(published.publicKey)), kid, alg: 'RS256', use: 'sig' }],
    }),
    '/token': async () => ({ access_token: 'x', token_type: 'Bearer', id_token: await idToken() }),
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '')
    const isPage = told.lie === 'html' || (told.lie === 'token-html' && path === '/token')
    const answer = async () => JSON.stringify(await answers[path]?.())
    void (isPage ? Promise.resolve('<h1>Hello</h1>') : answer()).then(text =>
      response.setHeader('content-type', isPage ? 'text/html' : 'application/json').end(text),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    told,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Liar = Awaited<ReturnType<typeof startLiar>>
