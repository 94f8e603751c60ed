import { statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import { textIn } from '~/model/objects'
import { allowEmbedding } from '~/server/features/public-links/watch-routes'
import { projectFile } from '~/server/platform/process/project'
import type { Services } from '~/server/records/context'

export const panelFolder = projectFile('dist')

const YEAR_SECONDS = 31_536_000

/** Whether the path is a file inside the build. Checked on each request: a new build needs no restart. */
const isFile = (folder: string, path: string) => {
  const full = join(folder, path)
  if (path === '' || !full.startsWith(`${folder}/`)) return false
  try {
    return statSync(full).isFile()
  } catch {
    // Nor is a name that the file system does not take, such as one that is too long.
    return false
  }
}

/** `parse` belongs to the API, below another path too: a proxy or a probe has a path too many. `assets` contains only files. Of `.well-known`, browsers expect 404 for what is not there. */
const isOfApiOrAssets = (path: string) => /^(assets|\.well-known)(\/|$)|(^|\/)parse(\/|$)/.test(path)

/** Common paths of health probes: the panel's page would answer 200 for an unhealthy server. `/parse/health` reports the state. */
const isProbe = (path: string) =>
  /^(_?health|healthz|health-?check|livez?|liveness|readyz?|readiness|status|ping|up|metrics)\/?$/i.test(path)

const isPanelAddress = (path: string) => !isOfApiOrAssets(path) && !isProbe(path)

/** Matches `robots.txt` and `app.webmanifest`, but not `companies.<uid>`, which is a panel route. */
const isFileName = (path: string) => /\.[a-z0-9]{1,11}$/i.test(path)

/** Whether JSON is accepted with a higher quality than HTML: `text/html;q=0.5, application/json`. */
const prefersJson = (accept: string) => {
  const [html, json] = ['text/html', 'application/json'].map(type => {
    const named = accept.split(',').find(part => part.trim().toLowerCase().startsWith(type))
    return named === undefined ? 0 : Number(/;\s*q=([\d.]+)/.exec(named)?.[1] ?? 1)
  })
  return (json ?? 0) > (html ?? 0)
}

const wantsPage = ({ headers: { accept = '' } }: FastifyRequest, path: string) =>
  isPanelAddress(path) && !prefersJson(accept) && (!isFileName(path) || accept.includes('text/html'))

export const notFound = () => new ApiError('not_found', 'There is nothing at this address')

/**
 * Serves the built panel: its files by name, and index.html for every panel route, regardless of the Accept header,
 * unless the client prefers JSON.
 */
export const addPanelRoutes = async (app: FastifyInstance, services: Services, folder = panelFolder) => {
  const { config } = services
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const path = textIn(request.params, '*') ?? ''
    const found = isFile(folder, path)
    // Files with hashed names are immutable; everything else is revalidated each time.
    if (found && path.startsWith('assets/'))
      return reply.sendFile(path, { maxAge: YEAR_SECONDS * 1000, immutable: true })
    if (found) return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
    if (path === 'version.json') return reply.send({ version: config.version })
    if (!isFile(folder, 'index.html') || !wantsPage(request, path)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  }

  app.get('/*', { config: { access: 'public' } }, send)

  /** The page of a public link, with the policy of that link. */
  app.get('/watch/:token', { config: { access: 'public' } }, async (request, reply) => {
    if (!isFile(folder, 'index.html')) throw notFound()
    await allowEmbedding(services, textIn(request.params, 'token') ?? '', reply)
    return reply.header('cache-control', 'no-store').sendFile('index.html', { cacheControl: false })
  })
}
