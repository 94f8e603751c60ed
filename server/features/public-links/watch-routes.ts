import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '~/model/errors'
import { isObject, textIn } from '~/model/objects'
import { frameAncestors, normalDomain } from '~/model/public-links'
import { vectos } from '~/model/resources/vectos'
import { addSeconds, beginPlayback, playbackParams, reported } from '~/server/features/playbacks/playbacks'
import { fileIn, headersFor } from '~/server/features/uploads/download-routes'
import { databaseTime } from '~/server/platform/database/clock'
import { type App, describe, done, optionalText, pathPart } from '~/server/platform/http/route-schemas'
import type { Services } from '~/server/records/context'
import { checkLinkPassword, findPublicLink, type OpenLink, openPublicLink } from './open-public-link'

/** Seconds for which the address of the file and the ticket are valid: much longer than any 3D video. */
const VALID = 2 * 3600

const TICKET = 'public link'

/** Proves that the link was opened, with its password if it has one. */
const ticketOf = ({ encryption }: Services, { uid }: OpenLink) =>
  encryption.seal(TICKET, JSON.stringify({ uid, until: databaseTime().getTime() + VALID * 1000 }))

/** @throws ApiError 404 for a ticket of another link, or one that is too old */
const checkTicket = ({ encryption }: Services, { uid }: OpenLink, ticket: string) => {
  const text = encryption.open(TICKET, ticket)
  const facts: unknown = text === undefined ? undefined : JSON.parse(text)
  const isValid =
    textIn(facts, 'uid') === uid && isObject(facts) && Number(facts.until) > databaseTime().getTime()
  if (!isValid) throw new ApiError('not_found', 'The link must be opened first')
}

/**
 * Refuses a page that the link does not name. Browsers enforce the same by `frame-ancestors`, where the page is served by this
 * server. A static host sends one policy for all links: there, the player itself states which page embeds it.
 * @param embedder host of the page around the player; empty: none; `unknown`: the browser does not report it
 */
const checkEmbedder = ({ domains }: OpenLink, embedder: string) => {
  if (embedder === '' || domains.includes(normalDomain(embedder))) return
  throw new ApiError('forbidden', 'This public link may not be embedded there')
}

const opened = z.object({
  locked: z.literal(false),
  name: z.string(),
  framerate: z.number().nullable(),
  url: z.string().meta({ description: 'Of the video, for two hours; supports range requests' }),
  ticket: z.string().meta({ description: 'Begins a playback' }),
})
const locked = z.object({ locked: z.literal(true).meta({ description: 'It needs its password' }) })

const playbackOf = async (services: Services, link: OpenLink): Promise<z.output<typeof opened>> => {
  const { files, links } = services
  const { vecto } = link
  const file = await fileIn(services, vectos, vecto, 'lowFile')
  const seconds = Math.max(1, Math.min(VALID, (link.until.getTime() - databaseTime().getTime()) / 1000))
  const url = files.addressOf
    ? await files.addressOf(file.id, headersFor(file.contentType, file.label, 'inline'), Math.ceil(seconds))
    : links.brief(file.id, file.label, Math.ceil(seconds))
  return {
    locked: false,
    name: String(vecto.name ?? ''),
    framerate: vecto.framerate,
    url,
    ticket: ticketOf(services, link),
  }
}

const params = z.object({ token: pathPart })

/** Embedding pages are named by their host; the body or the query of the player states it. */
const embedding = { embedder: optionalText.meta({ example: 'www.museum.example' }) }

/** The calls of the page behind a public link. No other route gives anything to its visitors. */
export const addWatchRoutes = (app: App, services: Services) => {
  const open = { config: { access: 'public' as const } }
  const linkOf = async ({ ip }: FastifyRequest, { token }: z.output<typeof params>, embedder = '') => {
    const link = await openPublicLink(services, token, ip)
    checkEmbedder(link, embedder)
    return link
  }

  const read = describe('The 3D video of a public link; with a password, only that it needs one', {
    tags: ['public_links'],
    params,
    querystring: z.object(embedding),
    response: { 200: z.union([opened, locked]) },
  })
  app.get('/watch/:token', { ...open, schema: read }, async request => {
    const link = await linkOf(request, request.params, request.query.embedder)
    return link.password === null ? playbackOf(services, link) : { locked: true as const }
  })

  const unlock = describe('The 3D video of a public link with a password', {
    tags: ['public_links'],
    params,
    body: z.object({ password: optionalText.meta({ example: 'a long sentence of mine' }), ...embedding }),
    response: { 200: opened },
  })
  app.post('/watch/:token', { ...open, schema: unlock }, async request => {
    const { password, embedder } = request.body
    const link = await linkOf(request, request.params, embedder)
    await checkLinkPassword(services, link, password, request.ip)
    return playbackOf(services, link)
  })

  const begin = describe('Counts a view, when a visitor plays the 3D video of a public link', {
    tags: ['public_links'],
    params,
    body: z.object({ ticket: optionalText }),
    response: { 201: z.object({ playback: z.string() }) },
  })
  app.post('/watch/:token/playbacks', { ...open, schema: begin }, async (request, reply) => {
    const link = await linkOf(request, request.params)
    checkTicket(services, link, request.body.ticket)
    await services.rateLimits.count([['views', `${link.uid} ${request.ip}`]], 'Too many views')
    const playback = await beginPlayback(services, { vecto: link.vecto.uid, link: link.uid })
    return reply.status(201).send({ playback })
  })

  const beat = describe('Adds watch time to a view of a public link, never more than has passed', {
    tags: ['public_links'],
    params: params.extend(playbackParams),
    body: reported,
    response: { 200: done },
  })
  app.post('/watch/:token/playbacks/:playback', { ...open, schema: beat }, async request => {
    const link = await linkOf(request, request.params)
    const { playback } = request.params
    await addSeconds(services, { playback, link: link.uid, seconds: request.body.seconds })
    return {}
  })
}

/**
 * Lets the websites that a link names embed its page. Nothing else of the panel may be embedded, nor the page of a link that
 * does not work, or while the database does not answer.
 */
export const allowEmbedding = async ({ database, log }: Services, token: string, reply: FastifyReply) => {
  const link = await findPublicLink(database, token).catch(error => {
    log.warn(error, 'the domains of a public link')
    return undefined
  })
  reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
  if (!link || link.domains.length === 0) return
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply
    .header(
      'content-security-policy',
      policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${frameAncestors(link.domains)}`),
    )
    // It knows no list of hosts, and would forbid what the policy allows.
    .removeHeader('x-frame-options')
}
