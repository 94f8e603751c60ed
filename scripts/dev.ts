import { type ChildProcess, spawn } from 'node:child_process'

/** Vite's window for the browser passes `/parse` on to the server (vite.config.ts). */
const commands = [
  ['--watch', '--import', 'tsx', 'server/app/main.ts'],
  ['node_modules/vite/bin/vite.js', ...process.argv.slice(2)],
]

const children = commands.map(args =>
  spawn(process.execPath, args, { stdio: 'inherit', env: { BACKEND: 'onpremise', ...process.env } }),
)

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM')
}

const ended = (child: ChildProcess) =>
  new Promise<number>(resolve => child.once('exit', code => resolve(code ?? 0)))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll)

// One without the other is of no use: the first to end takes the second along.
process.exitCode = await Promise.race(children.map(ended))
stopAll()
