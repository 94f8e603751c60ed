import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyLink, LinkAnswers, LinkFacts, LinkType } from '~/model/onboarding'
import { requiresCode } from '~/server/features/auth/second-factor'
import { createSession, sessionResponse } from '~/server/features/auth/sign-in'
import { type OpenedLink, openLink } from '~/server/features/one-time-links/open-link'
import type { Services } from '~/server/records/services'
import { activate, resetPassword } from './activation'
import { guestFacts, joinGroup } from './group-invitations'
import { linkUser, userFacts } from './link-users'

type LinkHandler = {
  /** The data shown by the page behind the link. */
  facts(services: Services, uid: string): Promise<LinkFacts>
  complete(services: Services, link: OpenedLink, answers: LinkAnswers, address: string): Promise<void>
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
export const addOnboardingRoutes = (app: FastifyInstance, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const linkOf = (request: FastifyRequest) => openLink(services, request.params as KeyLink, request.ip)

  app.get('/onboarding/:type/:hash', open, async request => {
    const { type, uid } = await linkOf(request)
    return linkHandlers[type].facts(services, uid)
  })

  app.post('/onboarding/:type/:hash', open, async request => {
    const link = await linkOf(request)
    const door = linkHandlers[link.type]
    await door.complete(services, link, (request.body ?? {}) as LinkAnswers, request.ip)
    if (!door.signsIn || (await requiresCode(services.database, link.uid)))
      return door.facts(services, link.uid)
    const place = { agent: request.headers['user-agent'], address: request.ip }
    return sessionResponse(services, await createSession(services, link.uid, place))
  })
}
