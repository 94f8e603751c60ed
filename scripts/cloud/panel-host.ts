import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

type Header = { readonly key: string; readonly value: string }
type Rule = { readonly source?: string; readonly regex?: string; readonly headers: readonly Header[] }

/** The hosting settings that are deployed. */
const rules: readonly Rule[] = JSON.parse(readFileSync('deploy/firebase/firebase.json', 'utf8')).hosting
  .headers

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const applies = ({ source, regex }: Rule, path: string) =>
  regex ? new RegExp(regex).test(path) : path.startsWith((source ?? '').replace('**', ''))

/** Adds the emulators to the policy, in place of Google's addresses. */
const withEmulators = (policy: string, addresses: readonly string[]) => {
  const sources = addresses.map(address => `http://${address}`).join(' ')
  return policy.replace(/(connect|frame|img|media)-src/g, directive => `${directive} ${sources}`)
}

const headersFor = (path: string, addresses: readonly string[]) =>
  Object.fromEntries(
    rules
      .filter(rule => applies(rule, path))
      .flatMap(rule => rule.headers)
      .map(({ key, value }) => [
        key,
        key === 'Content-Security-Policy' ? withEmulators(value, addresses) : value,
      ]),
  )

type Described = Readonly<Record<string, unknown>> & { readonly emulators: Readonly<Record<string, string>> }

/** Serves the cloud build like Firebase Hosting, with the description of the project. */
export const startPanelHost = (folder: string, port: number, project: Described) => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').replace(/\?.*/, ''))
    if (path === '/__/firebase/init.json') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(project))
      return
    }
    const wanted = join(folder, path)
    const file = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(folder, 'index.html')
    response.writeHead(200, {
      ...headersFor(path, Object.values(project.emulators)),
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    })
    response.end(readFileSync(file))
  }).listen(port, '127.0.0.1')
  return { stop: () => server.close() }
}
