import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import type { Services } from '../services'

export const panelFolder = fileURLToPath(new URL('../../dist', import.meta.url))

const YEAR_SECONDS = 31_536_000

const filesIn = (folder: string): ReadonlySet<string> => {
  try {
    return new Set(
      readdirSync(folder, { recursive: true, withFileTypes: false }).map(name =>
        String(name).replaceAll('\\', '/'),
      ),
    )
  } catch {
    return new Set()
  }
}

const wantsPage = ({ headers, url }: FastifyRequest) =>
  !url.startsWith('/parse') && !url.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')

const notFound = () => new ApiError('not_found', 'There is nothing at this address')

/** The built panel: its files by name, and index.html for every address that is the panel's own. */
export const addPanelRoutes = async (app: FastifyInstance, { config }: Services, folder = panelFolder) => {
  const files = filesIn(folder)
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { '*': string }
    // Hashed names never change; everything else is asked for again each time.
    if (files.has(path) && path.startsWith('assets/'))
      return reply.sendFile(path, { maxAge: YEAR_SECONDS * 1000, immutable: true })
    if (files.has(path) && path.includes('.'))
      return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
    if (!files.has('index.html') || !wantsPage(request)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  }

  if (!files.has('version.json'))
    app.get('/version.json', { config: { access: 'public' } }, () => ({ version: config.version }))
  app.get('/*', { config: { access: 'public' } }, send)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}
