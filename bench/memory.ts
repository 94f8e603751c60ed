import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB, from /proc; NaN on other systems than Linux. */
export const residentMb = (pid: number) => {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kb) / 1000
  } catch {
    return Number.NaN
  }
}

/** Resident memory of a process before `work`, and its maximum during `work`, in MB. */
export const memoryDuring = async (pid: number, work: () => Promise<unknown>) => {
  const before = residentMb(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, 100)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { before, most }
}
