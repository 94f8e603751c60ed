import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '~/model/errors'
import type { Services } from '../services'

export const panelFolder = fileURLToPath(new URL('../../dist', import.meta.url))

const YEAR_SECONDS = 31_536_000

/** A file of the build, and never one outside it. Asked each time: a new build is served without a restart. */
const isFile = (folder: string, path: string) => {
  const full = join(folder, path)
  return (
    path !== '' &&
    full.startsWith(`${folder}/`) &&
    statSync(full, { throwIfNoEntry: false })?.isFile() === true
  )
}

const wantsPage = ({ headers, url }: FastifyRequest) =>
  !url.startsWith('/parse') && !url.startsWith('/assets/') && (headers.accept ?? '').includes('text/html')

const notFound = () => new ApiError('not_found', 'There is nothing at this address')

/** The built panel: its files by name, and index.html for every address that is the panel's own. */
export const addPanelRoutes = async (app: FastifyInstance, { config }: Services, folder = panelFolder) => {
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })

  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { '*': string }
    const found = isFile(folder, path)
    // Hashed names never change; everything else is asked for again each time.
    if (found && path.startsWith('assets/'))
      return reply.sendFile(path, { maxAge: YEAR_SECONDS * 1000, immutable: true })
    if (found) return reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false })
    if (path === 'version.json') return reply.send({ version: config.version })
    if (!isFile(folder, 'index.html') || !wantsPage(request)) throw notFound()
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  }

  app.get('/*', { config: { access: 'public' } }, send)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
}
