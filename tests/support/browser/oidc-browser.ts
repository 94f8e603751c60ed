import { api } from '~/tests/support/server/api'

/** Cookies by name, without domains and paths. */
const createJar = () => {
  const cookies = new Map<string, string>()
  return {
    keep: (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
    },
    header: () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
}

export type Began = { readonly address: string; readonly flow: string; readonly verifier: string }
export type Word = { readonly code?: string; readonly problem?: string }
export type Arrived = {
  readonly uid: string
  readonly email: string
  readonly role: string
  readonly sessionToken: string
  readonly isNew: boolean
  readonly code?: string
}

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The message that the callback page posts to the panel, and the flow that it belongs to. */
export const readCallback = (html: string) => {
  const [, flow = '', word = '{}'] = /data-flow="([^"]*)" data-word="([^"]*)"/.exec(html) ?? []
  return { flow, word: JSON.parse(decode(word)) as Word }
}

/** A browser without scripts that stores cookies and follows redirects of the provider. */
export const oidcBrowser = (url: string) => {
  const jar = createJar()
  const go = async (address: string, init: RequestInit = {}): Promise<{ address: string; text: string }> => {
    const response = await fetch(address, { ...init, headers: jar.header(), redirect: 'manual' })
    jar.keep(response.headers)
    const onward = response.headers.get('location')
    if (onward) return go(new URL(onward, address).href)
    return { address, text: await response.text() }
  }
  const begin = async () => {
    const { body, headers, status } = await api(url).post<Began & { code?: string }>('oidc/start', {})
    jar.keep(headers)
    return { ...body, status }
  }
  /** Submits the account on the provider's page. @returns the message of the callback page */
  const finish = async (began: Began, answer: Readonly<Record<string, string>>) => {
    const form = await go(began.address)
    const end = form.address.includes('/interaction/')
      ? await go(form.address, { method: 'POST', body: new URLSearchParams(answer) })
      : form
    return { ...readCallback(end.text), address: end.address }
  }
  const exchange = (code: string | undefined, verifier: string) =>
    api(url).post<Arrived>('oidc/session', { code, verifier })
  /** The complete sign-in, as the panel performs it. */
  const signIn = async (account: string) => {
    const began = await begin()
    const { word } = await finish(began, { account })
    return exchange(word.code, began.verifier)
  }
  return { begin, go, finish, exchange, signIn }
}
