import type { FastifyInstance } from 'fastify'

/** Parses JSON with or without a body; also as text/plain, which Parse clients send. */
export const addBodyParsers = (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  for (const type of ['application/json', 'text/plain'])
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      if (body === '') done(null, undefined)
      else parseJson(request, body, done)
    })
}
