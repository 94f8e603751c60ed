import { freshDatabase, startCluster } from '~/tests/support/database/postgres'
import { login } from '~/tests/support/server/api'
import { freePort } from '~/tests/support/server/free-port'
import { startProcess } from '~/tests/support/server/server-process'
import { demoPassword, startServer } from '~/tests/support/server/test-server'
import { companyUid, insertMillion } from './list-data'
import { perSecond } from './load'
const cluster = await startCluster({ durable: true, settings: { shared_buffers: '1GB' } })
const databaseUrl = await freshDatabase(cluster.adminUrl)
const server = await startServer({ demo: true, env: { DATABASE_URL: databaseUrl, ...(process.env.PROF ? { NODE_OPTIONS: '--import /tmp/profhook.mjs' } : {}) } })
await insertMillion(databaseUrl)
const { token } = await login(server.url, 'root@demo.example', demoPassword)
const subject = { url: server.url, headers: { authorization: `Bearer ${token}`, 'x-client-id': 'bench' } }
const port = await freePort()
const bare = await startProcess(['--import', 'tsx', 'bench/bare-list-server.ts'], { DATABASE_URL: databaseUrl, PORT: String(port), COUNTING: '0' }, `http://127.0.0.1:${port}/health`)
const path = (q?: unknown) => `/parse/medias?batch=10&fsort=createdAt&osort=desc${q ? `&q=${encodeURIComponent(JSON.stringify(q))}` : ''}`
const first = () => path(), company = (n: number) => path({ company: `companies/${companyUid(n)}` })
for (const [what, ours, theirs] of [['first', first, () => '/medias'], ['company', company, (n: number) => `/medias?company=${companyUid(n)}`]] as const) {
  for (let i = 0; i < 2; i++) {
    if (process.env.PROF && i === 1) process.kill(server.pid(), 'SIGUSR2')
    const a = await perSecond({ ...subject, path: ours }, 6)
    if (process.env.PROF && i === 1) { process.kill(server.pid(), 'SIGUSR2'); await new Promise(r => setTimeout(r, 3000)); (await import('node:fs')).copyFileSync('/tmp/list.cpuprofile', `/tmp/list-${what}.cpuprofile`) }
    const b = await perSecond({ url: `http://127.0.0.1:${port}`, path: theirs }, 6)
    console.log(what, Math.round(a), Math.round(b), (a / b).toFixed(3))
  }
}
await bare.end('SIGTERM'); await server.stop(); await cluster.stop()
