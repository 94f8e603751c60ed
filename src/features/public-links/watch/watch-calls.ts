import type { Backend } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import type { PlaybackReport } from '~/src/player/follow-playback'

export type Opened = {
  readonly locked: false
  readonly name: string
  readonly framerate: number | null
  readonly url: string
  readonly ticket: string
}
type Answer = Opened | { readonly locked: true }

/** The token in the path of the page, without what other programs append to an address in a text. */
export const tokenIn = (pathname: string) => pathname.split('/')[2]?.replace(/[^\w-]+$/, '') ?? ''

const hostIn = (address: string | undefined) => (address ? URL.parse(address)?.hostname : undefined)

type Place = { readonly ancestorOrigins?: { readonly length: number; readonly [index: number]: string } }

/**
 * The host of the page that embeds this one: empty if none does, `unknown` if the browser does not report it. Of several pages in one
 * another, the outermost: those within it were allowed by their own servers.
 */
export const embedderOf = (page: Pick<Window, 'top'>, { ancestorOrigins }: Place, referrer: string) => {
  if (page.top === page) return ''
  const last = ancestorOrigins?.[ancestorOrigins.length - 1]
  return hostIn(last ?? referrer) ?? 'unknown'
}

/** The calls of the page of a public link; there are no others. */
export const watchCalls = (call: Backend['publicRequest'], token: string, embedder: string) => {
  const at = `watch/${encodeURIComponent(token)}`
  const query = embedder && `?${new URLSearchParams({ embedder })}`
  return {
    open: () => call<Answer>(`${at}${query}`),
    unlock: (password: string) => call<Opened>(at, { method: 'POST', json: { password, embedder } }),
    reportFor: (ticket: string): PlaybackReport => ({
      begin: async () => {
        const json = { ticket }
        return (await call<{ playback: string }>(`${at}/playbacks`, { method: 'POST', json })).playback
      },
      add: (playback, seconds, isLast) =>
        call(`${at}/playbacks/${playback}`, { method: 'POST', json: { seconds }, keepalive: isLast }),
    }),
  }
}

export type WatchCalls = ReturnType<typeof watchCalls>

export const isUnavailable = (error: unknown) => error instanceof BackendError && error.status === 404
export const isEmbeddedElsewhere = (error: unknown) => error instanceof BackendError && error.status === 403
export const isWrongPassword = (error: unknown) =>
  error instanceof BackendError && error.code === 'wrong_password'
