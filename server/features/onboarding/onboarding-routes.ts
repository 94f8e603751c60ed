import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { KeyLink, LinkFacts, LinkType } from '~/model/onboarding'
import { requiresCode } from '~/server/features/auth/second-factor'
import { startedSession } from '~/server/features/auth/session-schema'
import { createSession, sessionResponse } from '~/server/features/auth/sign-in'
import { type OpenedLink, openLink } from '~/server/features/one-time-links/open-link'
import { type App, describe } from '~/server/platform/http/route-schemas'
import { shortUserAgent } from '~/server/platform/http/user-agents'
import type { Services } from '~/server/records/services'
import type { Origin } from '~/server/records/writing/as-server'
import { activate, resetPassword } from './activation'
import { guestFacts, joinGroup } from './group-invitations'
import { type Answers, keyLink, linkAnswers, linkFacts } from './link-schemas'
import { linkUser, userFacts } from './link-users'

type LinkHandler = {
  /** The data shown by the page behind the link. */
  facts(services: Services, uid: string): Promise<LinkFacts>
  complete(services: Services, link: OpenedLink, answers: Answers, from: Origin): Promise<void>
  /** The link proves the identity and starts a session, unless the user has a second factor. */
  readonly signsIn: boolean
}

const userLink = (type: 'invite' | 'reset', complete: LinkHandler['complete']): LinkHandler => ({
  facts: async ({ database }, uid) => userFacts(type, await linkUser(database, type, uid)),
  complete,
  signsIn: true,
})

const linkHandlers: Readonly<Record<LinkType, LinkHandler>> = {
  invite: userLink('invite', activate),
  reset: userLink('reset', resetPassword),
  group: { facts: ({ database }, uid) => guestFacts(database, uid), complete: joinGroup, signsIn: false },
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
    const door = linkHandlers[link.type]
    const place = { agent: request.headers['user-agent'], address: request.ip }
    const from = { ...place, agent: shortUserAgent(place.agent ?? '') }
    await door.complete(services, link, request.body ?? {}, from)
    if (!door.signsIn || (await requiresCode(services.database, link.uid)))
      return door.facts(services, link.uid)
    return sessionResponse(services, await createSession(services, link.uid, place))
  })
}
