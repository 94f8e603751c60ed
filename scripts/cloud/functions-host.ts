import { request as ask, createServer } from 'node:http'

/** The functions' address, which forwards `/<project>/europe-west1/…` to `/parse/…` of the product's server. */
export const startFunctionsHost = (port: number, projectId: string, server: string) => {
  const base = `/${projectId}/europe-west1/`
  const host = createServer((request, response) => {
    const path = request.url ?? ''
    if (!path.startsWith(base)) {
      response.writeHead(404).end()
      return
    }
    const { method, headers } = request
    const passed = ask(`${server}/parse/${path.slice(base.length)}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.writeHead(502).end())
    request.pipe(passed)
  }).listen(port, '127.0.0.1')
  return { stop: () => host.close() }
}
