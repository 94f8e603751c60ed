import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callbackDone, callbackFailed } from '~/i18n/en/sign-in'
import { ApiError } from '~/model/errors'
import { escapeHtml } from '~/model/mail/mail-message'
import { hashToken, newSessionToken } from '~/server/platform/crypto/tokens'
import { databaseTime } from '~/server/platform/database/clock'
import { toApiError } from '~/server/platform/http/errors'
import {
  type App,
  contentOf,
  describe,
  optionalText,
  requiredText,
} from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import { asServer } from '~/server/records/transaction'
import { createOidc, type Flow, type Oidc, resolveIdentity, type ThirdPartyIdentity } from './oidc'
import { redeemCode, storeForCode } from './one-time-codes'
import { credentialVersionOf } from './own-account'
import { panelOrigin } from './panel-origin'
import { sessionResponse, startedSession } from './sign-in'

/** The message from the provider's window to the page that opened it: a code to exchange, or an error. */
type CallbackMessage = { readonly code: string } | { readonly problem: string }

/** Only pages of the same origin receive the message, and only the page that began the sign-in can use it. */
const script =
  "const {flow,word}=document.body.dataset;if(flow){new BroadcastChannel('vecto-oidc-'+flow).postMessage(JSON.parse(word));close()}"
const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;padding:2rem;box-sizing:border-box}p{max-width:30rem;text-align:center}'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content security policy: only this page's own inline script and style are allowed. */
const callbackPolicy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The final page of the provider's window: it posts its message to the opening page and closes.
 * @param flow the sign-in it belongs to; empty if this browser has no such sign-in: nothing is posted
 */
const callbackPage = (flow: string, word: CallbackMessage) => {
  const text = 'code' in word ? callbackDone : callbackFailed
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>vecto admin</title><style>${style}</style></head><body data-flow="${escapeHtml(flow)}" data-word="${escapeHtml(JSON.stringify(word))}"><p>${text}</p><script>${script}</script></body></html>`
}

const CALLBACK = '/parse/oidc/callback'
/** Maximum duration of the sign-in at the provider in seconds. */
const PATIENCE = 600
const PURPOSE = 'oidc-flow'

/** A flow as stored in an encrypted cookie; `proof`: hash of the verifier that only its page knows. */
type Kept = Flow & { readonly proof: string; readonly until: number }
type Proven = { readonly identity: ThirdPartyIdentity; readonly proof: string }

const refused = () =>
  new ApiError('third_party_refused', 'This sign-in did not begin in this browser, or is over')

/** One cookie per flow, so that two windows do not overwrite each other's. */
const cookieName = (state: string) => `vecto-oidc-${state.slice(0, 16)}`

const setCookie = (
  reply: FastifyReply,
  redirectUri: string,
  state: string,
  value: string,
  seconds: number,
) => {
  const secure = redirectUri.startsWith('https:') ? '; Secure' : ''
  const cookie = `${cookieName(state)}=${value}; Path=${CALLBACK}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  return reply.header('set-cookie', cookie)
}

/** The flow that this browser started with this state. */
const readFlow = ({ encryption }: Services, request: FastifyRequest, state: string): Kept | undefined => {
  const name = `${cookieName(state)}=`
  const cookie = (request.headers.cookie ?? '').split(/; */).find(each => each.startsWith(name))
  const opened = cookie && encryption.open(PURPOSE, cookie.slice(name.length))
  const flow: Kept | undefined = opened ? JSON.parse(opened) : undefined
  return flow && flow.state === state && flow.until > databaseTime().getTime() ? flow : undefined
}

const searchOf = ({ url }: FastifyRequest) => url.slice(url.indexOf('?'))

/** Completes the flow and stores the result for the page that started it. */
const conclude = async (
  services: Services,
  oidc: Oidc,
  search: string,
  flow: Kept,
): Promise<CallbackMessage> => {
  try {
    const proven: Proven = { identity: await oidc.finish(search, flow), proof: flow.proof }
    return { code: await storeForCode(services.database, 'oidc', proven) }
  } catch (error) {
    return { problem: toApiError(error).code }
  }
}

const exchangeBody = z.object({ code: requiredText, verifier: requiredText })
type Exchange = z.output<typeof exchangeBody>

/** Exchanges a code for a session; only the page that started the flow can do so. */
const exchange = async (services: Services, { code, verifier }: Exchange, request: FastifyRequest) => {
  const proven = (await redeemCode(services.database, 'oidc', code)) as Proven | undefined
  if (!proven || proven.proof !== hashToken(verifier)) throw refused()
  const { uid, isNew, version } = await asServer(services, async context => {
    const resolved = await resolveIdentity(context, proven.identity)
    return { ...resolved, version: await credentialVersionOf(context.tx, resolved.uid) }
  })
  const client = { agent: request.headers['user-agent'], address: request.ip }
  const token = await services.sessions.start(uid, version, client)
  if (token === undefined) throw refused()
  return { ...(await sessionResponse(services, token)), isNew }
}

/** OpenID Connect sign-in: started by the panel in its own window, completed by exchanging a code. */
export const addOidcRoutes = (app: App, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const client = createOidc(services)
  const configured = () => {
    if (!client) throw new ApiError('not_found', 'This server has no identity provider')
    return client
  }

  const begin = describe('Starts a sign-in at the identity provider', {
    response: { 200: z.object({ address: z.string(), flow: z.string(), verifier: z.string() }) },
  })
  app.post('/oidc/start', { ...open, schema: begin }, async (request, reply) => {
    const { address, flow } = await configured().begin(panelOrigin(services.config, request) + CALLBACK)
    const verifier = newSessionToken()
    const kept: Kept = {
      ...flow,
      proof: hashToken(verifier),
      until: databaseTime().getTime() + PATIENCE * 1000,
    }
    const sealed = services.encryption.seal(PURPOSE, JSON.stringify(kept))
    setCookie(reply, flow.redirectUri, flow.state, sealed, PATIENCE)
    return reply.header('cache-control', 'no-store').send({ address, flow: flow.state, verifier })
  })

  const callback = describe('Callback of the identity provider: a page that passes a code to the panel', {
    querystring: z.looseObject({ state: optionalText }),
    response: { 200: contentOf('text/html') },
  })
  app.get('/oidc/callback', { ...open, schema: callback, exposeHeadRoute: false }, async (request, reply) => {
    const { state } = request.query
    const flow = readFlow(services, request, state)
    const word = flow
      ? await conclude(services, configured(), searchOf(request), flow)
      : { problem: refused().code }
    if (flow) setCookie(reply, flow.redirectUri, state, '', 0)
    return reply
      .headers({ 'content-security-policy': callbackPolicy, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(callbackPage(flow ? state : '', word))
  })

  const session = describe('Starts a session with the code of the callback', {
    body: exchangeBody,
    response: { 200: startedSession.extend({ isNew: z.boolean() }) },
  })
  app.post('/oidc/session', { ...open, schema: session }, async (request, reply) => {
    configured()
    return reply.header('cache-control', 'no-store').send(await exchange(services, request.body, request))
  })
}
