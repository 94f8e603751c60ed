import { expect, it } from 'vitest'
import { withTimeout } from '~/model/with-timeout'

const late = new Error('late')
const never = new Promise<never>(() => undefined)

it('returns the result or the error of work that ends in time', async () => {
  await expect(withTimeout(60_000, Promise.resolve('done'), late)).resolves.toBe('done')
  await expect(withTimeout(60_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
})

it('rejects with the given error when work takes longer than the timeout', async () => {
  await expect(withTimeout(1, never, late)).rejects.toBe(late)
})
