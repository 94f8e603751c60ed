import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asObject } from '~/model/objects'
import { accounts } from '~/server/demo/users'
import { guard } from '~/tests/support/process/orphan-guard'
import { freePort } from '~/tests/support/server/free-port'
import { ensurePanel, ensureServer } from '../builds'
import { run } from '../run'
import { provideVideoTools } from '../system-packages'
import { bucket, emulatorProgram, projectId, projectOf } from './emulators'
import { provideFirebaseTools } from './firebase-tools'
import { startFirestore } from './firestore'
import { findFirestore } from './firestore-emulator'
import { startFunctionsHost } from './functions-host'
import { startPanelHost } from './panel-host'

/** `npm run cloud`: the cloud backend on this machine. Nothing is sent outside of it. */
const panelFolder = '.cache/cloud'
const data = resolve(process.env.CLOUD_DATA_DIR ?? 'data-cloud')
const port = Number(process.env.CLOUD_PORT ?? 5000)
const panel = `http://localhost:${port}`

/** What the emulators hold, as they write it when they end, and every minute. */
const exported = join(data, 'emulators')
const EXPORT_INTERVAL = 60_000

const isOccupied = async (wanted: number) => {
  const server = createServer().listen(wanted, '127.0.0.1')
  const outcome = await Promise.race([
    once(server, 'listening').then(() => false),
    once(server, 'error').then(() => true),
  ]).catch(() => true)
  server.close()
  return outcome
}

const isReady = async (url: string) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

/** Milliseconds that a program may take to start on a slow machine. */
const PATIENCE = 180_000

const until = async (what: string, check: () => Promise<boolean>) => {
  const deadline = Date.now() + PATIENCE
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`${what} did not start within ${PATIENCE / 1000} s`)
    await sleep(200)
  }
}

const children: ChildProcess[] = []

/**
 * Programs run in groups of their own: Ctrl+C reaches this process alone, which ends them in order. They end by themselves
 * if it is killed.
 */
const start = (
  what: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  logged?: { log: string; cwd: string },
) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: logged ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    ...(logged && { cwd: logged.cwd }),
    detached: true,
  })
  if (logged) {
    const file = createWriteStream(logged.log)
    child.stdout?.pipe(file)
    child.stderr?.pipe(file)
  }
  if (child.pid !== undefined) child.once('exit', guard(child.pid, 'INT').release)
  child.once('exit', (code, signal) => {
    if (isEnding) return
    console.error(`${what} ended (${code ?? signal}), and everything with it.`)
    void endAll(1)
  })
  children.unshift(child)
  return child
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
}

/** Database and emulators belong together: without what the emulators held, the database names files that are gone. */
const requireBoth = () => {
  if (existsSync(exported) || !existsSync(data)) return
  console.log(`${data} is begun again: the emulators’ part of it is missing.`)
  rmSync(data, { recursive: true })
}

const startEmulators = async (firestore: string | undefined) => {
  const ports = {
    auth: await freePort(),
    storage: await freePort(),
    firestore: await freePort(),
    hub: await freePort(),
    logging: await freePort(),
  }
  const from = existsSync(exported) ? exported : undefined
  const program = emulatorProgram(join(data, 'firebase'), ports, {
    firestore,
    kept: { ...(from && { from }), to: exported },
  })
  const log = join(data, 'emulators.log')
  const what = `The emulators (see ${log})`
  start(what, program.args, program.env, { log, cwd: join(data, 'firebase') })
  await until(what, () => isReady(program.readyAt))
  if (!firestore) startFirestore(ports.firestore, join(data, 'profiles.json'))
  const keep = () =>
    fetch(`http://127.0.0.1:${ports.hub}/_admin/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: exported, initiatedBy: 'vecto' }),
    }).catch(() => undefined)
  return { auth: program.auth, storage: program.storage, firestore: `localhost:${ports.firestore}`, keep }
}

const STAND_IN = 'stand-in'

type Addresses = Readonly<Record<'auth' | 'storage' | 'firestore' | 'functions', string>>

const settingsOf = (at: Addresses) => ({
  ...{ DATA_DIR: data, LOG_LEVEL: process.env.LOG_LEVEL ?? 'error' },
  ...{ FIREBASE_PROJECT_ID: projectId, FIREBASE_EMULATOR: '1', FIREBASE_ACCOUNTS: '1' },
  ...{ FIREBASE_PANEL_ORIGIN: panel, FIREBASE_STORAGE_BUCKET: bucket },
  API_URL: `http://${at.functions}/${projectId}/europe-west1`,
  FIREBASE_AUTH_EMULATOR_HOST: at.auth,
  FIREBASE_STORAGE_EMULATOR_HOST: at.storage,
  FIRESTORE_EMULATOR_HOST: at.firestore,
})

/** The kind of Firestore that has the profiles. Another one gets them from the database. */
const moveProfiles = async (at: Addresses, kind: string) => {
  const note = join(data, 'firestore')
  const isNew = !existsSync(join(data, 'profiles.json')) && !existsSync(note)
  const before = existsSync(note) ? readFileSync(note, 'utf8') : STAND_IN
  const args = ['--import', 'tsx', 'scripts/firebase-accounts.ts']
  if (!isNew && before !== kind && (await run(process.execPath, args, { env: settingsOf(at) })) !== 0)
    throw new Error('The profiles could not be written again, see above.')
  writeFileSync(note, kind)
}

const startApi = async (apiPort: number, at: Addresses) => {
  const settings = { PORT: String(apiPort), HOST: '127.0.0.1', ...settingsOf(at) }
  start('The server', ['dist-server/server.js'], settings)
  await until('The server', () => isReady(`http://127.0.0.1:${apiPort}/parse/health/live`))
}

/** Whether the demo accounts can sign in: they reach the emulator from the database, shortly after the first start. */
const areAccountsThere = async ({ auth }: Addresses) => {
  const response = await fetch(
    `http://${auth}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:lookup`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({ email: accounts.map(({ name }) => `${name}@demo.example`) }),
    },
  )
  const { users } = asObject(await response.json())
  return Array.isArray(users) && users.length === accounts.length
}

/** The parameters of Remote Config that are deployed, which the panel reads from its host; `CLOUD_REMOTE_CONFIG` replaces some. */
const remoteConfig = (): Record<string, string> => {
  const { parameters } = JSON.parse(readFileSync('deploy/firebase/remoteconfig.template.json', 'utf8'))
  const deployed = Object.entries(asObject(parameters)).map(([name, parameter]) => [
    name,
    String(asObject(asObject(parameter).defaultValue).value ?? ''),
  ])
  const others = asObject(JSON.parse(process.env.CLOUD_REMOTE_CONFIG || '{}'))
  return Object.fromEntries([...deployed, ...Object.entries(others)])
}

const main = async () => {
  const began = Date.now()
  if (await isOccupied(port))
    throw new Error(`Port ${port} is in use. Choose another: CLOUD_PORT=5050 npm run cloud`)
  const lacking = await provideFirebaseTools()
  if (lacking) throw new Error(`${lacking}. The first run needs the network.`)
  await provideVideoTools()
  if (!(await ensureServer()) || !(await ensurePanel('cloud', panelFolder)))
    throw new Error('A build failed, see above.')
  requireBoth()
  mkdirSync(data, { recursive: true })
  const [apiPort, functionsPort] = [await freePort(), await freePort()]
  const firestore = findFirestore()
  const version = 'version' in firestore ? firestore.version : undefined
  const { keep, ...emulators } = await startEmulators(version)
  const at = { ...emulators, functions: `localhost:${functionsPort}` }
  await moveProfiles(at, version ? 'emulator' : STAND_IN)
  await startApi(apiPort, at)
  startFunctionsHost(functionsPort, projectId, `http://127.0.0.1:${apiPort}`)
  await until('The demo accounts', () => areAccountsThere(at))
  startPanelHost(panelFolder, port, {
    ...projectOf(at),
    remoteConfig: remoteConfig(),
  })
  await keep()
  setInterval(() => void keep(), EXPORT_INTERVAL)
  console.log(
    `\nThe cloud panel is at ${panel} (${Math.round((Date.now() - began) / 1000)} s). Ctrl+C ends everything.`,
  )
  console.log(
    'lacking' in firestore
      ? `Firestore: a stand-in, since its emulator cannot run here (${firestore.lacking}).`
      : `Firestore: Firebase’s emulator ${firestore.version}.`,
  )
  console.log(
    `Data: ${data}. Emulators: ${Object.entries(at)
      .map(([name, address]) => `${name} ${address}`)
      .join(', ')}`,
  )
}

let isEnding = false
const endAll = async (code: number) => {
  if (isEnding) process.exit(1)
  isEnding = true
  // The server first, which may still write to the emulators.
  for (const child of children) await end(child)
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void endAll(0))

/** npm passes on signals, but cannot pass on its own sudden end. */
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && void endAll(0), 1000).unref()

main().catch(error => {
  if (isEnding) return
  console.error(error instanceof Error ? error.message : error)
  void endAll(1)
})
