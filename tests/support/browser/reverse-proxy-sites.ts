import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCaddy, findHaproxy, findNginx } from '~/scripts/system-packages'
import { eventually } from '~/tests/support/process/eventually'
import { guard } from '~/tests/support/process/orphan-guard'
import { newDataFolder } from '~/tests/support/server/data-folder'
import { freePort } from '~/tests/support/server/free-port'

export type SiteName = 'nginx' | 'haproxy' | 'caddy'

type Place = { readonly folder: string; readonly port: number; readonly server: string }

type Site = {
  readonly find: () => string | undefined
  readonly arguments: (folder: string) => readonly string[]
  /** Writes the configuration of the site in `deploy` without TLS, on a local port, as a proxy of the server. */
  readonly write: (place: Place) => void
}

const replaced = (text: string, changes: readonly (readonly [RegExp, string])[]) =>
  changes.reduce((all, [pattern, by]) => {
    if (!pattern.test(all)) throw new Error(`The site has no ${pattern}`)
    return all.replace(pattern, by)
  }, text)

const nginx = ({ folder, port, server }: Place, more: readonly (readonly [RegExp, string])[] = []) => {
  const site = replaced(readFileSync('deploy/nginx/vecto.conf', 'utf8'), [
    [/server 127\.0\.0\.1:1337/, `server ${server}`],
    [/listen 443 ssl/, `listen 127.0.0.1:${port}`],
    [/server_name \S+;/, ''],
    [/ssl_certificate \S+;/, ''],
    [/ssl_certificate_key \S+;/, ''],
    ...more,
  ])
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name))
  const temporary = [
    ...['client_body_temp_path body;', 'proxy_temp_path proxy;', 'fastcgi_temp_path fastcgi;'],
    ...['uwsgi_temp_path uwsgi;', 'scgi_temp_path scgi;', 'access_log off;'],
  ]
  const main = `daemon off; user root; pid pid; error_log log; events {} http { ${temporary.join(' ')}\n${site}\n}`
  writeFileSync(join(folder, 'conf'), process.getuid?.() === 0 ? main : main.replace('user root; ', ''))
}

const sites: Readonly<Record<SiteName, Site>> = {
  nginx: {
    find: findNginx,
    arguments: folder => ['-p', folder, '-c', join(folder, 'conf'), '-e', join(folder, 'log')],
    write: nginx,
  },
  haproxy: {
    find: findHaproxy,
    arguments: folder => ['-db', '-f', join(folder, 'conf')],
    write: ({ folder, port, server }) => {
      const site = replaced(readFileSync('deploy/haproxy/haproxy.cfg', 'utf8'), [
        [/frontend plain[\s\S]*?(?=frontend secure)/, ''],
        [/bind :8443 ssl .*/, `bind 127.0.0.1:${port}`],
        [/log stdout .*/, 'log /dev/null local0'],
        [/server-1:1337/g, server],
        [/server-2:1337/g, server],
      ])
      writeFileSync(join(folder, 'conf'), site)
    },
  },
  caddy: {
    find: findCaddy,
    arguments: folder => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'conf')],
    write: ({ folder, port, server }) => {
      const site = replaced(readFileSync('deploy/caddy/Caddyfile', 'utf8'), [
        [/^admin\.example\.com \{/m, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`],
        [/reverse_proxy 127\.0\.0\.1:1337/, `reverse_proxy ${server}`],
      ])
      writeFileSync(join(folder, 'conf'), site)
    },
  },
}

const answers = async (url: string) =>
  fetch(`${url}/parse/health`, { signal: AbortSignal.timeout(2000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 3000).unref()
  await ended
}

/** Starts the reverse proxy of a site with its configuration in `deploy`, in front of the server at `target`. */
export const startSite = async (name: SiteName, target: string, write = sites[name].write) => {
  const { find, arguments: argumentsIn } = sites[name]
  const program = find()
  if (!program) throw new Error(`${name} is not installed.`)
  const folder = newDataFolder('site')
  const port = await freePort()
  write({ folder, port, server: new URL(target).host })
  const env = { ...process.env, SITE_HOST: '127.0.0.1', FILES_HOST: 'files.invalid', HOME: folder }
  const child = spawn(program, argumentsIn(folder), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const guarded = guard(child.pid ?? 0, 'KILL', folder)
  child.once('exit', guarded.release)
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await eventually(() => answers(url), Boolean, 15)
  } catch (error) {
    await stop()
    throw new Error(`${name} did not start: ${output}`, { cause: error })
  }
  return { url, stop }
}

/** nginx without the body limit of the site: its default is 1 MB. */
export const plainNginx = (place: Place) => nginx(place, [[/client_max_body_size 0;/, '']])
