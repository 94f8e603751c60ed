import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import Provider from 'oidc-provider'

/** Claims of an account at the provider; the key is its permanent name there. */
export type Account = {
  readonly email: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly name?: string
  readonly locale?: string
}

export const client = { id: 'vecto', secret: 'a-secret-between-the-two-of-them' }
const scopes = 'openid email profile'

/** Grants consent for every user who signs in. */
const loadExistingGrant = async ({ oidc }: KoaContextWithOIDC) => {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId ?? '',
    accountId: oidc.session?.accountId ?? '',
  })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

const configuration = (accounts: ReadonlyMap<string, Account>, callback: string): Configuration => ({
  clients: [
    {
      client_id: client.id,
      client_secret: client.secret,
      redirect_uris: [callback],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'name', 'locale'],
  },
  pkce: { required: () => true },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => {
    const account = accounts.get(sub)
    return account && { accountId: sub, claims: async () => ({ sub, ...account }) }
  },
  loadExistingGrant,
})

// An inline icon: the browser would request one and log a 404.
const page = `<!doctype html><html lang="en"><title>The organisation</title><link rel="icon" href="data:,"><form method="post">
<label>Account <input name="account" autofocus></label> <button>Continue</button>
<button name="refuse" value="1">Cancel</button></form></html>`

const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** The sign-in page of the provider, with an account name and without a password. */
const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
  if (request.method !== 'POST') return response.setHeader('content-type', 'text/html').end(page)
  const body = await bodyOf(request)
  const result = body.get('refuse')
    ? { error: 'access_denied', error_description: 'The person would rather not' }
    : { login: { accountId: body.get('account') ?? '' } }
  return provider.interactionFinished(request, response, result)
}

/** A certified OpenID Connect provider with its own accounts, for the server at this URL. */
export const startProvider = async (port: number, serverUrl: string) => {
  const accounts = new Map<string, Account>()
  /** Additional response headers of the sign-in page. */
  const answer = { headers: {} as Record<string, string> }
  const provider = new Provider(
    `http://127.0.0.1:${port}`,
    configuration(accounts, `${serverUrl}/parse/oidc/callback`),
  )
  const speak = provider.callback()
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return speak(request, response)
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
    interact(provider, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    accounts,
    answer,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>
