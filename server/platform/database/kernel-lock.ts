import { spawnSync } from 'node:child_process'

export type LockAttempt = 'locked' | 'busy' | 'unsupported'

/**
 * Takes flock(2) on an open file through the `flock` program, since Node has no call for it. The lock belongs to the
 * open file: the kernel releases it when the last process that inherited the descriptor is gone, kill -9 included,
 * and sees it across containers that share the kernel.
 * @returns `unsupported` where there is no such program, or where the file system has no locks
 */
export const tryKernelLock = (descriptor: number): LockAttempt => {
  // The program sees the descriptor as its number 3. Both util-linux and busybox answer 1 for a busy lock.
  const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  if (status === 0) return 'locked'
  return status === 1 ? 'busy' : 'unsupported'
}
