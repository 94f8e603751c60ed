import send from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from '~/model/define'
import { ApiError } from '~/model/errors'
import { isFile } from '~/model/fields'
import { asObject } from '~/model/objects'
import { canRead } from '~/model/query'
import { refOf, uidOf } from '~/model/refs'
import { resolveRef } from '~/model/registry'
import type { Role } from '~/model/roles'
import { LINK_SECONDS } from '~/server/platform/crypto/signed-links'
import type { Flat } from '~/server/platform/database/flat'
import { textIn } from '~/server/platform/http/body-text'
import { findFile } from '~/server/records/attachments/attachments'
import { actorOf } from '~/server/records/routes/access'
import { inTransaction } from '~/server/records/routes/in-transaction'
import { readRecord } from '~/server/records/routes/record-reading'
import type { Services } from '~/server/records/services'
import { writeEvent } from '~/server/records/writing/history'

type Found = { resource: Resource; record: Flat; path: string; id: string; label: string }

const noFile = () => new ApiError('not_found', 'There is no such file')

/** The file id in a field; undefined if the field holds no file. */
const fileIdIn = (resource: Resource, record: Flat, path: string) => {
  const value = record[path]
  const kind = resource.fields[path]?.kind
  if (kind === 'file' && isFile(value)) return uidOf(value.ref)
  return kind === 'thumbnail' && typeof value === 'string' ? value : undefined
}

/** The file of a field. Only the record that owns a file gives access to it, whatever else refers to it. */
const fileIn = async ({ database }: Services, resource: Resource, record: Flat, path: string) => {
  const id = fileIdIn(resource, record, path)
  const row = id === undefined ? undefined : await findFile(database, id)
  if (row?.owner !== refOf(resource.name, record.uid) || row.field !== path) throw noFile()
  return { id: row.id, label: row.label }
}

/** Parses `medias/<uid>/file`: the record's reference, then the field. */
const readAddress = (request: FastifyRequest) => {
  const parts = textIn(request.params, '*').split('/')
  const path = parts.pop() ?? ''
  const named = resolveRef(parts.join('/'))
  if (!named) throw noFile()
  return { ...named, path }
}

/** Some files are restricted to certain roles or states of the record (specification §6). */
const refuseFetch = (resource: Resource, record: Flat, path: string, role: Role) => {
  const { only, when } = resource.fields[path]?.fetch ?? {}
  if (only && !only.includes(role)) throw new ApiError('forbidden', `Not allowed: download of ${path}`)
  if (when && resource.states && !when.includes(String(record[resource.states.field])))
    throw new ApiError('state', `${path} can be downloaded only while ${when.join(' or ')}`, {
      params: { from: String(record[resource.states.field]), to: path },
    })
}

const find = async (services: Services, request: FastifyRequest): Promise<Found> => {
  const { resource, path, ...place } = readAddress(request)
  const actor = actorOf(request)
  const record = await readRecord(services, resource, actor, place)
  const field = resource.fields[path]
  if (!field || !canRead(field, actor.role)) throw noFile()
  refuseFetch(resource, record, path, actor.role)
  return { resource, record, path, ...(await fileIn(services, resource, record, path)) }
}

const answer = (request: FastifyRequest, reply: FastifyReply, url: string) =>
  asObject(request.query).redirect === undefined ? reply.send({ url }) : reply.redirect(url)

/** Types that browsers may display. Others are only saved, so that no upload runs as a page of this site. */
const isShown = (type: string) =>
  (/^(image|video)\//.test(type) && type !== 'image/svg+xml') || type === 'application/pdf'

const disposition = (type: string, label: string) => {
  const plain = label.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `${isShown(type) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(label).replace(/'/g, '%27')}`
}

/** Prevents a file that is opened as a page from running or loading anything. */
const SANDBOX = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'"

const sendBlob = async (services: Services, request: FastifyRequest, reply: FastifyReply) => {
  const [id, name] = [textIn(request.params, 'id'), textIn(request.params, 'name')]
  const [until, key, signature] = [
    textIn(request.query, 'until'),
    textIn(request.query, 'key'),
    textIn(request.query, 'signature'),
  ]
  if (!services.links.verify({ id, name, until, key, signature }))
    throw new ApiError('forbidden', 'The link is not valid, or no longer')
  const row = await findFile(services.database, id)
  if (!row) throw noFile()
  const { statusCode, headers, stream } = await send(request.raw, id, {
    root: services.files.folder,
    cacheControl: false,
    contentType: false,
  })
  if (statusCode >= 400 && statusCode !== 416) throw noFile()
  return (
    reply
      .status(statusCode)
      .headers(headers)
      .header('content-type', row.content_type)
      .header('content-disposition', disposition(row.content_type, row.label))
      .header('content-security-policy', SANDBOX)
      // Cached by the browser alone: a proxy's copy would outlive the link.
      .header('cache-control', `private, max-age=${LINK_SECONDS}, immutable`)
      .send(stream)
  )
}

/** `dl` and `dl2` return a signed link or redirect to it; the link itself needs no session (decisions §8). */
export const addDownloadRoutes = (app: FastifyInstance, services: Services) => {
  const session = { config: { access: 'session' as const }, exposeHeadRoute: false }
  const download = async (request: FastifyRequest, reply: FastifyReply) => {
    const { resource, record, path, id, label } = await find(services, request)
    await inTransaction(services, request, async context => {
      await services.hooksOf(resource.name).beforeDownload?.(context, record, path)
      await writeEvent(context, resource, 'download', record, { label, field: path })
    })
    return answer(request, reply, services.links.link(id, label))
  }
  for (const address of ['/dl/*', '/dl2/*']) app.get(address, session, download)
  app.get('/blob/:id/:name', { config: { access: 'public' } }, (request, reply) =>
    sendBlob(services, request, reply),
  )
}
