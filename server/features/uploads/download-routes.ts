import path from 'node:path'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mayFetch } from '~/model/abilities'
import { canRead } from '~/model/access'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { isFile } from '~/model/fields'
import type { Actor, Role } from '~/model/grants'
import { refOf, uidOf } from '~/model/refs'
import { resolveRef } from '~/model/registry'
import { type Disposition, LINK_SECONDS } from '~/server/platform/crypto/signed-links'
import type { Flat } from '~/server/platform/database/tables'
import {
  type App,
  contentOf,
  describe,
  optionalText,
  pathPart,
  textUpTo,
} from '~/server/platform/http/route-schemas'
import type { DownloadHeaders } from '~/server/platform/storage/file-store'
import { actorOf, principalOf } from '~/server/records/access'
import type { Services } from '~/server/records/context'
import { findFile, isInTrash } from '~/server/records/files'
import { readRecord } from '~/server/records/handlers'
import { writeEvent } from '~/server/records/history'
import { inTransaction } from '~/server/records/transaction'

type Found = {
  resource: Resource
  record: Flat
  path: string
  id: string
  label: string
  contentType: string
}

const noFile = () => new ApiError('not_found', 'There is no such file')

/** The file id in a field; undefined if the field holds no file. */
const fileIdIn = (resource: Resource, record: Flat, path: string) => {
  const value = record[path]
  const kind = resource.fields[path]?.kind
  if (kind === 'file' && isFile(value)) return uidOf(value.ref)
  return (kind === 'thumbnail' || kind === 'picture') && typeof value === 'string' ? value : undefined
}

/** The file of a field. Only the record that owns a file gives access to it, not others that refer to it. */
export const fileIn = async ({ database }: Services, resource: Resource, record: Flat, path: string) => {
  const id = fileIdIn(resource, record, path)
  const row = id === undefined ? undefined : await findFile(database, id)
  if (row?.owner !== refOf(resource.name, record.uid) || row.field !== path) throw noFile()
  return { id: row.id, label: row.label, contentType: row.content_type }
}

/** Parses `medias/<uid>/file`: the record's reference, then the field. */
const readAddress = (address: string) => {
  const parts = address.split('/')
  const path = parts.pop() ?? ''
  const named = resolveRef(parts.join('/'))
  if (!named) throw noFile()
  return { ...named, path }
}

/** Some files are restricted to certain roles or states of the record (specification §6). */
const refuseFetch = (resource: Resource, record: Flat, path: string, role: Role) => {
  const field = resource.fields[path]
  const { when } = field?.fetch ?? {}
  if (field && !mayFetch(field, role)) throw new ApiError('forbidden', `Not allowed: download of ${path}`)
  if (when && resource.states && !when.includes(String(record[resource.states.field])))
    throw new ApiError('state', `${path} can be downloaded only while ${when.join(' or ')}`, {
      params: { from: String(record[resource.states.field]), to: path },
    })
}

/** The file at `<record>/<field>`, for a user who may read it. */
export const findShownFile = async (services: Services, actor: Actor, address: string): Promise<Found> => {
  const { resource, path, ...place } = readAddress(address)
  const record = await readRecord(services, resource, actor, place)
  const field = resource.fields[path]
  if (!field || !canRead(field, actor.role)) throw noFile()
  refuseFetch(resource, record, path, actor.role)
  return { resource, record, path, ...(await fileIn(services, resource, record, path)) }
}

/** Types that browsers may display. Others are only saved, so that no upload runs as a page of this site. */
const isShown = (type: string) =>
  (/^(image|video)\//.test(type) && type !== 'image/svg+xml') || type === 'application/pdf'

/** Content headers of a download. @param as the requested disposition */
export const headersFor = (contentType: string, label: string, as: string): DownloadHeaders => {
  const plain = label.replace(/[^\x20-\x7e]|["\\]/g, '_')
  // RFC 8187 allows fewer characters than encodeURIComponent leaves unescaped.
  const encoded = encodeURIComponent(label).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const kind = as === 'inline' && isShown(contentType) ? 'inline' : 'attachment'
  return {
    contentType: isShown(contentType) ? contentType : 'application/octet-stream',
    disposition: `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`,
  }
}

/** Prevents a file that is opened as a page from running or loading anything. */
const SANDBOX = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"
/** Browsers open no PDF in a sandbox. Their viewers run its scripts outside this site's origin. */
const PDF_VIEWER = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

const signedPath = z.object({ id: pathPart, name: textUpTo(1000) })
const signature = z.object({
  as: optionalText,
  until: optionalText,
  key: optionalText,
  signature: optionalText,
})
type Signed = z.output<typeof signedPath> & z.output<typeof signature>

/** Seconds that a browser may reuse a redirect to the store, whose address is valid for longer. */
const REDIRECT_SECONDS = 3600

const sendBlob = async (services: Services, signed: Signed, request: FastifyRequest, reply: FastifyReply) => {
  const { id } = signed
  if (!services.links.verify(signed)) throw new ApiError('forbidden', 'The link is not valid, or no longer')
  const row = await findFile(services.database, id)
  if (!row || isInTrash(row)) throw noFile()
  const { files } = services
  const shown = headersFor(row.content_type, row.label, signed.as || 'inline')
  if (files.addressOf)
    return reply
      .header('cache-control', `private, max-age=${REDIRECT_SECONDS}`)
      .redirect(await files.addressOf(id, shown))
  const local = files.pathOf?.(id)
  if (local === undefined) throw noFile()
  const { statusCode, headers, stream } = await send(request.raw, path.basename(local), {
    root: path.dirname(local),
    cacheControl: false,
    contentType: false,
  })
  if (statusCode >= 400 && statusCode !== 416) throw noFile()
  return (
    reply
      .status(statusCode)
      .headers(headers)
      .header('content-type', shown.contentType)
      .header('content-disposition', shown.disposition)
      .header('content-security-policy', row.content_type === 'application/pdf' ? PDF_VIEWER : SANDBOX)
      // Cached by the browser alone: a proxy's copy would outlive the link.
      .header('cache-control', `private, max-age=${LINK_SECONDS}, immutable`)
      .send(stream)
  )
}

/** `dl` downloads; `dl2` serves files that the panel displays: thumbnails, the video of a player. */
const dispositions = [
  ['/dl/*', 'attachment'],
  ['/dl2/*', 'inline'],
] as const

/** Types that a player plays. */
const isPlayed = (type: string) => /^(video|audio)\//.test(type)

/**
 * The event that a link is recorded as. A user's link to a video that is shown is none: the player reports when it plays
 * (`POST playbacks`). A program has no player.
 */
const eventOf = (request: FastifyRequest, type: string, as: Disposition) => {
  if (as === 'attachment' || principalOf(request).token) return 'download'
  return isPlayed(type) ? undefined : 'view'
}

/** `dl` and `dl2` return a signed link or redirect to it; the link itself needs no session (decisions §8). */
export const addDownloadRoutes = (app: App, services: Services) => {
  const session = {
    config: { access: 'session' as const, tokens: true as const },
    exposeHeadRoute: false,
  }
  const schema = describe('A signed link to a file, valid for a day: <record>/<field>', {
    tags: ['files'],
    params: z.object({ '*': pathPart }),
    querystring: z.object({
      redirect: pathPart.optional().meta({ description: 'Follows the link instead of returning it' }),
    }),
    response: { 200: z.object({ url: z.string() }), 302: z.undefined() },
  })
  const linkTo = async (request: FastifyRequest, address: string, as: Disposition) => {
    const {
      resource,
      record,
      path: field,
      ...file
    } = await findShownFile(services, actorOf(request), address)
    await inTransaction(services, request, async context => {
      await services.hooksOf(resource.name).beforeDownload?.(context, record, field)
      const event = eventOf(request, file.contentType, as)
      if (event && !resource.fields[field]?.excludeFromHistory)
        await writeEvent(context, resource, event, record, { label: file.label, field })
    })
    const { files, links } = services
    return files.addressOf
      ? files.addressOf(file.id, headersFor(file.contentType, file.label, as))
      : links.link(file.id, file.label, as)
  }
  for (const [address, as] of dispositions)
    app.get(address, { ...session, schema }, async (request, reply) => {
      const url = await linkTo(request, request.params['*'], as)
      return request.query.redirect === undefined ? reply.send({ url }) : reply.redirect(url)
    })
  const blob = describe('The file of a signed link; supports range requests', {
    tags: ['files'],
    params: signedPath,
    querystring: signature,
    response: {
      ...{ 200: contentOf('*/*'), 206: contentOf('*/*') },
      ...{ 302: z.undefined(), 304: z.undefined(), 416: z.undefined() },
    },
  })
  app.get('/blob/:id/:name', { config: { access: 'public' }, schema: blob }, (request, reply) =>
    sendBlob(services, { ...request.params, ...request.query }, request, reply),
  )
}
