import type { KeyLink, LinkFacts } from '~/model/onboarding'
import type { Onboarding, RequestOptions } from './backend'

const hasSession = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'sessionToken' in answer

const pathOf = ({ type, hash }: KeyLink) =>
  `onboarding/${encodeURIComponent(type)}/${encodeURIComponent(hash)}`

/**
 * The links of a server that keeps their keys itself.
 * @param call to the API, by nobody
 * @param enter takes an answer that opens a session, in the shape of `login`'s
 */
export const onboardingCalls = (
  call: (path: string, options?: RequestOptions) => Promise<unknown>,
  enter: (answer: unknown) => void,
): Onboarding => ({
  read: async link => (await call(pathOf(link))) as LinkFacts,
  complete: async (link, answers) => {
    const answer = await call(pathOf(link), { method: 'POST', json: answers })
    if (!hasSession(answer)) return false
    enter(answer)
    return true
  },
})
