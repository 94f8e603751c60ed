import { BackendError } from '~/src/api/backend-error'

/** How long the set-up of a new account takes (specification §9), in milliseconds. */
const SET_UP = 5_000
const LOOK = 250
/** A window that closes itself may have said something just before. */
const LAST_WORD = 1_000

type Call = (path: string, json: object) => Promise<unknown>
type Began = { readonly address: string; readonly flow: string; readonly verifier: string }
type Word = { readonly code?: string; readonly problem?: string }

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const closing = async (popup: Window) => {
  while (!popup.closed) await pause(LOOK)
  await pause(LAST_WORD)
}

/**
 * What the provider's window comes to. Some providers cut it off from this page, so that it seems to be closed while one
 * is still in it: whoever comes back from there is let in all the same.
 */
const wordOf = (popup: Window, flow: string, late: (word: Word) => void) =>
  new Promise<Word>((resolve, reject) => {
    const channel = new BroadcastChannel(`vecto-oidc-${flow}`)
    let gone = false
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      channel.close()
      if (gone) late(data)
      else resolve(data)
    }
    void closing(popup).then(() => {
      gone = true
      reject(new BackendError(0, 'popup_closed', 'The window was closed'))
    })
  })

const begin = async (popup: Window, call: Call) => {
  try {
    const began = (await call('oidc/start', {})) as Began
    popup.location.href = began.address
    return began
  } catch (error) {
    popup.close()
    throw error
  }
}

/** Exchanges the window's word. @returns the answer in the shape of `login`'s */
const exchange = async (call: Call, { code, problem }: Word, verifier: string) => {
  if (code === undefined) throw new BackendError(403, problem ?? 'third_party_refused', 'No session')
  return (await call('oidc/session', { code, verifier })) as { isNew?: boolean }
}

/**
 * Signs in by a window of the identity provider, opened by the caller. A new account is waited for while it is set up.
 * @param enter takes the answer that opens the session
 * @throws BackendError `popup_blocked`, `popup_closed`, and what the server refuses
 */
export const signInByWindow = async (
  popup: Window | null,
  call: Call,
  enter: (answer: unknown) => void,
  onSettingUp: () => void,
) => {
  if (!popup) throw new BackendError(0, 'popup_blocked', 'The browser blocked the window')
  const { flow, verifier } = await begin(popup, call)
  const late = async (word: Word) => {
    enter(await exchange(call, word, verifier))
    location.reload()
  }
  const word = await wordOf(popup, flow, each => void late(each).catch(() => undefined))
  const answer = await exchange(call, word, verifier)
  if (answer.isNew) {
    onSettingUp()
    await pause(SET_UP)
  }
  enter(answer)
}
