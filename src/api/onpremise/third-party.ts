import { BackendError } from '~/src/api/backend-error'

/** Milliseconds that the set-up of a new account takes (specification §9). */
const SET_UP = 5_000
const POLL_INTERVAL = 250
/** Milliseconds: a window that closes itself may have sent a message just before. */
const LAST_WORD = 1_000

type Call = <T>(path: string, json: object) => Promise<T>
type Began = { readonly address: string; readonly flow: string; readonly verifier: string }
type Word = { readonly code?: string; readonly problem?: string }

/** An empty response, such as a proxy's. */
const unanswered = () => new BackendError(0, 'unreachable', 'The server has not answered')

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const closing = async (popup: Window) => {
  while (!popup.closed) await pause(POLL_INTERVAL)
  await pause(LAST_WORD)
}

/**
 * The result of the provider's window. Some providers isolate it from this page, so that it seems closed while it is
 * still in use: a user who completes it later is still signed in.
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
    const began = await call<Began | undefined>('oidc/start', {})
    if (!began?.address) throw unanswered()
    popup.location.href = began.address
    return began
  } catch (error) {
    popup.close()
    throw error
  }
}

/** Exchanges the window's code for a session. @returns the response in the format of `login` */
const exchange = async (call: Call, { code, problem }: Word, verifier: string) => {
  if (code === undefined) throw new BackendError(403, problem ?? 'third_party_refused', 'No session')
  const answer = await call<{ isNew?: boolean } | undefined>('oidc/session', { code, verifier })
  if (!answer) throw unanswered()
  return answer
}

/**
 * Signs in through an identity provider's window, opened by the caller. Waits for the set-up of a new account.
 * @param enter handles the response that creates the session
 * @throws BackendError `popup_blocked`, `popup_closed`, and the errors of the server
 */
export const signInByWindow = async (
  popup: Window | null,
  call: Call,
  enter: (answer: unknown) => void,
  onSettingUp: () => void,
) => {
  if (!popup) throw new BackendError(0, 'popup_blocked', 'The browser blocked the window')
  const { flow, verifier } = await begin(popup, call)
  const use = async (word: Word) => {
    const answer = await exchange(call, word, verifier)
    if (answer.isNew) {
      onSettingUp()
      await pause(SET_UP)
    }
    enter(answer)
  }
  const late = (word: Word) =>
    use(word).then(
      () => location.reload(),
      () => undefined,
    )
  await use(await wordOf(popup, flow, each => void late(each)))
}
