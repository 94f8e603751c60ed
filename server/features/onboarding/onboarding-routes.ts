import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KeyLink, LinkAnswers, LinkFacts, LinkType } from '~/model/onboarding'
import { asksForCode } from '~/server/features/auth/second-factor'
import { enter, introduce } from '~/server/features/auth/sign-in'
import { type Opened, openLink } from '~/server/features/one-time-links/open-link'
import type { Services } from '~/server/records/services'
import { activate, resetPassword } from './activation'
import { factsOfGuest, joinGroup } from './group-invitations'
import { factsOfUser, userBehind } from './link-users'

type Door = {
  /** What the page behind the link shows. */
  facts(services: Services, uid: string): Promise<LinkFacts>
  complete(services: Services, link: Opened, answers: LinkAnswers, address: string): Promise<void>
  /** It proves who one is: a session begins, but for those whose second factor it does not prove. */
  readonly signsIn: boolean
}

const ofUser = (type: 'invite' | 'reset', complete: Door['complete']): Door => ({
  facts: async ({ database }, uid) => factsOfUser(type, await userBehind(database, type, uid)),
  complete,
  signsIn: true,
})

const doors: Readonly<Record<LinkType, Door>> = {
  invite: ofUser('invite', activate),
  reset: ofUser('reset', resetPassword),
  group: { facts: ({ database }, uid) => factsOfGuest(database, uid), complete: joinGroup, signsIn: false },
}

/** The links of e-mails, which are answered by whoever holds their key. */
export const addOnboardingRoutes = (app: FastifyInstance, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const linkOf = (request: FastifyRequest) => openLink(services, request.params as KeyLink, request.ip)

  app.get('/onboarding/:type/:hash', open, async request => {
    const { type, uid } = await linkOf(request)
    return doors[type].facts(services, uid)
  })

  app.post('/onboarding/:type/:hash', open, async request => {
    const link = await linkOf(request)
    const door = doors[link.type]
    await door.complete(services, link, (request.body ?? {}) as LinkAnswers, request.ip)
    if (!door.signsIn || (await asksForCode(services.database, link.uid)))
      return door.facts(services, link.uid)
    const place = { agent: request.headers['user-agent'], address: request.ip }
    return introduce(services, await enter(services, link.uid, place))
  })
}
