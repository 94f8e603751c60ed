import './watch.css'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Catalogue } from '~/i18n/catalogue'
import type { Language } from '~/model/languages'
import { BackendError, isUnreachable, waitOf } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { browserLanguage, filled, loadLanguage } from '~/src/ui/language-files'
import {
  embedderOf,
  isEmbeddedElsewhere,
  isUnavailable,
  isWrongPassword,
  type Opened,
  tokenIn,
  type WatchCalls,
  watchCalls,
} from './watch-calls'
import { type Texts, WatchPlayer } from './watch-player'

const watchFiles = import.meta.glob<Catalogue['watch']>('/i18n/*/watch.ts', { import: 'watch' })
const playerFiles = import.meta.glob<PlayerTexts>('/i18n/*/player.ts', { import: 'player' })

type PlayerTexts = { readonly admin: { readonly player: Catalogue['texts']['admin']['player'] } }

const loadTexts = async (lang: Language): Promise<Texts> => {
  const [watch, player] = await Promise.all([loadLanguage(watchFiles, lang), loadLanguage(playerFiles, lang)])
  return { ...watch, player: player.admin.player }
}

/** The reason in words; of a limit, when the next attempt is possible. */
const problemOf = (error: unknown, texts: Texts) => {
  if (error instanceof BackendError && error.status === 429)
    return filled(texts.tooMany, { minutes: Math.ceil(waitOf(error) / 60) })
  return error instanceof BackendError && isUnreachable(error) ? texts.unreachable : texts.failed
}

/** What the page shows; `undefined`: it loads. */
type Shown = undefined | { readonly video: Opened } | { readonly locked: true } | { readonly error: unknown }

const useVideo = (calls: WatchCalls) => {
  const [shown, setShown] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the link again.
  useEffect(() => {
    let current = true
    const show = (next: Shown) => current && setShown(next)
    setShown(undefined)
    calls.open().then(
      answer => show(answer.locked ? { locked: true } : { video: answer }),
      error => show({ error }),
    )
    return () => {
      current = false
    }
  }, [calls, attempt])
  return { shown, setShown, retry: () => setAttempt(attempt + 1) }
}

/** A message in place of the video; it gets the focus, so that screen readers read it. */
const Message = ({ title, children }: { title: string; children?: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="watch-message">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

const Failure = ({ error, texts, onRetry }: { error: unknown; texts: Texts; onRetry: () => void }) => {
  if (isUnavailable(error))
    return (
      <Message title={texts.unavailable.title}>
        <p>{texts.unavailable.text}</p>
      </Message>
    )
  if (isEmbeddedElsewhere(error))
    return (
      <Message title={texts.embedded.title}>
        <p>{texts.embedded.text}</p>
        <a className="watch-button" href={location.pathname} target="_blank" rel="noreferrer">
          {texts.embedded.open}
        </a>
      </Message>
    )
  return (
    <Message title={problemOf(error, texts)}>
      <button type="button" className="watch-button" onClick={onRetry}>
        {texts.retry}
      </button>
    </Message>
  )
}

type PasswordProps = {
  readonly texts: Texts
  readonly calls: WatchCalls
  readonly onOpened: (video: Opened) => void
  readonly onFailed: (error: unknown) => void
}

const PROBLEM = 'watch-problem'

const PasswordForm = ({ texts, calls, onOpened, onFailed }: PasswordProps) => {
  const { locked } = texts
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const fail = (text: string) => {
    setProblem(text)
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const password = field.current?.value ?? ''
    if (busy) return
    if (password === '') return fail(locked.missing)
    setBusy(true)
    setProblem('')
    try {
      onOpened(await calls.unlock(password))
    } catch (error) {
      setBusy(false)
      if (isWrongPassword(error)) fail(locked.wrong)
      else if (isUnavailable(error) || isEmbeddedElsewhere(error)) onFailed(error)
      else fail(problemOf(error, texts))
    }
  }
  return (
    <Message title={locked.title}>
      <p>{locked.text}</p>
      <form noValidate onSubmit={event => void submit(event)}>
        <label htmlFor="password">{locked.password}</label>
        <input
          ref={field}
          id="password"
          type="password"
          autoComplete="off"
          {...(problem && { 'aria-invalid': true, 'aria-describedby': PROBLEM })}
        />
        <p id={PROBLEM} className="watch-problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="watch-button" aria-disabled={busy}>
          {busy ? locked.busy : locked.submit}
        </button>
      </form>
    </Message>
  )
}

const useOffline = () => {
  const [offline, setOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine)
    addEventListener('online', read)
    addEventListener('offline', read)
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return offline
}

const Page = ({ texts, lang, calls }: { texts: Texts; lang: Language; calls: WatchCalls }) => {
  const { shown, setShown, retry } = useVideo(calls)
  const offline = useOffline()
  const video = shown && 'video' in shown ? shown.video : undefined
  const title = video?.name ?? texts.title
  useEffect(() => {
    document.title = title
    document.documentElement.lang = lang
  }, [title, lang])
  const content = () => {
    if (!shown) return <p className="watch-loading">{texts.loading}</p>
    if ('error' in shown) return <Failure error={shown.error} texts={texts} onRetry={retry} />
    if ('video' in shown)
      return <WatchPlayer texts={texts} video={shown.video} calls={calls} onRetry={retry} />
    return (
      <PasswordForm
        texts={texts}
        calls={calls}
        onOpened={opened => setShown({ video: opened })}
        onFailed={error => setShown({ error })}
      />
    )
  }
  return (
    <main className="watch" aria-busy={!shown}>
      {content()}
      <p className="watch-offline" role="status">
        {offline && texts.offline}
      </p>
    </main>
  )
}

const start = () => {
  const embedder = embedderOf(window, location, document.referrer)
  return {
    lang: browserLanguage(),
    calls: watchCalls(backend.publicRequest, tokenIn(location.pathname), embedder),
  }
}

/** The page of a public link: one 3D video for anyone who has the link, in the browser's language. */
export const WatchPage = () => {
  const [{ lang, calls }] = useState(start)
  const [texts, setTexts] = useState<Texts>()
  useEffect(() => {
    void loadTexts(lang).then(setTexts)
  }, [lang])
  if (!texts) return <main className="watch" aria-busy="true" />
  return <Page texts={texts} lang={lang} calls={calls} />
}
