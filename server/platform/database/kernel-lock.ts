import { spawnSync } from 'node:child_process'

export type LockAttempt = 'locked' | 'busy' | 'unsupported'

/**
 * Acquires flock(2) on an open file through the `flock` program, since Node has no API for it. The lock
 * belongs to the open file: the kernel releases it when the last process that inherited the descriptor exits,
 * including by kill -9. It is effective across containers that share the kernel.
 * @returns `unsupported` if the program is missing or the file system has no locks
 */
export const tryKernelLock = (descriptor: number): LockAttempt => {
  // The program receives the descriptor as number 3. util-linux and busybox both exit with 1 for a busy lock.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  if (status === 0) return 'locked'
  return status === 1 ? 'busy' : 'unsupported'
}
