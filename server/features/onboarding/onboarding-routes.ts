import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { KeyLink, LinkFacts, LinkType } from '~/model/onboarding'
import type { User } from '~/model/record-of'
import { passkeysOf } from '~/server/features/auth/passkeys/passkeys'
import { requiresCode } from '~/server/features/auth/second-factor'
import { sessionResponse, startedSession } from '~/server/features/auth/sign-in'
import { type OpenedLink, openLink } from '~/server/features/one-time-links/open-link'
import type { Database } from '~/server/platform/database/database'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { shortUserAgent } from '~/server/platform/http/user-agents'
import type { Services } from '~/server/records/context'
import type { Origin } from '~/server/records/transaction'
import { activate, guestFacts, joinGroup, resetPassword } from './activation'
import { type Answers, keyLink, linkAnswers, linkFacts, linkUser, userFacts } from './link-users'

type LinkHandler = {
  /** The data shown by the page behind the link. */
  facts(services: Services, uid: string): Promise<LinkFacts>
  /**
   * The link of a user proves the identity and starts a session, unless they have a second factor.
   * @returns the version of their credentials; undefined for a link that starts no session
   */
  complete(services: Services, link: OpenedLink, answers: Answers, from: Origin): Promise<string | undefined>
}

/** Passkeys and second factor of the account, which a password reset keeps. */
const otherWaysIn = async (database: Database, user: User): Promise<Partial<LinkFacts>> => {
  const { length } = user.passkeys ? await passkeysOf(database, user.uid) : []
  return { ...(length > 0 && { passkeys: length }), ...(user.secondFactor && { secondFactor: true }) }
}

const userLink = (type: 'invite' | 'reset', complete: LinkHandler['complete']): LinkHandler => ({
  facts: async ({ database }, uid) => {
    const user = await linkUser(database, type, uid)
    return { ...userFacts(type, user), ...(type === 'reset' && (await otherWaysIn(database, user))) }
  },
  complete,
})

const linkHandlers: Readonly<Record<LinkType, LinkHandler>> = {
  invite: userLink('invite', activate),
  reset: userLink('reset', resetPassword),
  group: { facts: ({ database }, uid) => guestFacts(database, uid), complete: joinGroup },
}

/** Routes for the links in e-mails, accessible to anyone with the key. */
export const addOnboardingRoutes = (app: App, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const linkOf = (link: KeyLink, { ip }: FastifyRequest) => openLink(services, link, ip)

  const read = describe(
    'The user or group of a one-time link; type: invite, reset or group; hash: <uid>-<key>',
    {
      params: keyLink,
      response: { 200: linkFacts },
    },
  )
  app.get('/onboarding/:type/:hash', { ...open, schema: read }, async request => {
    const { type, uid } = await linkOf(request.params, request)
    return linkHandlers[type].facts(services, uid)
  })

  const complete = describe(
    'Completes it; starts a session, unless it is for a group or a second factor is on',
    {
      params: keyLink,
      body: linkAnswers.optional(),
      response: { 200: z.union([startedSession, linkFacts]) },
    },
  )
  app.post('/onboarding/:type/:hash', { ...open, schema: complete }, async request => {
    const link = await linkOf(request.params, request)
    const handler = linkHandlers[link.type]
    const place = { agent: request.headers['user-agent'], address: request.ip }
    const from = { ...place, agent: shortUserAgent(place.agent ?? '') }
    const version = await handler.complete(services, link, request.body ?? {}, from)
    if (version === undefined || (await requiresCode(services.database, link.uid)))
      return handler.facts(services, link.uid)
    const token = await services.sessions.start(link.uid, version, place)
    return token === undefined ? handler.facts(services, link.uid) : sessionResponse(services, token)
  })
}
