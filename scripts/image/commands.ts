import { execFileSync } from 'node:child_process'

/** Runs a system program to its end, and shows its errors; answers what it printed. */
export const output = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  }).trim()

/** Runs a system program to its end, with this one's own output. */
export const show = (command: string, ...args: readonly string[]) =>
  void execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

/** Options without which a machine that may not use control groups cannot build or run. */
export const confined = ['--isolation=chroot', '--network=host']

/** Calls `use` with a container made from an image, which is removed afterwards. */
export const withContainer = async <T>(image: string, use: (container: string) => T | Promise<T>) => {
  const container = output('buildah', 'from', image)
  try {
    return await use(container)
  } finally {
    output('buildah', 'rm', container)
  }
}
