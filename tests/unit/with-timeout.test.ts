import { expect, it } from 'vitest'
import { withTimeout } from '~/model/with-timeout'

const late = new Error('late')
const never = new Promise<never>(() => undefined)

it('work that is done in time has its own result, also where that is an error', async () => {
  await expect(withTimeout(60_000, Promise.resolve('done'), late)).resolves.toBe('done')
  await expect(withTimeout(60_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
})

it('work that takes longer ends with the error that was given', async () => {
  await expect(withTimeout(1, never, late)).rejects.toBe(late)
})
