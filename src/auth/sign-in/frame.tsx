import './sign-in.css'
import { type ReactNode, useEffect } from 'react'
import { opening } from '~/i18n/en/opening'
import { type Language, languages } from '~/model/languages'
import { chooseLanguage, useEntranceTexts } from '~/src/auth/language'
import { autonymOf } from '~/src/ui/language-files'
import { Globe } from './globe'

const { app } = opening

/** The logo: a globe whose left half is a 360° grid and whose right half has facets. */
export const Mark = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="9" fill="#0b5a5a" />
    <g fill="none" stroke="#bfe6df" strokeWidth="1.5" strokeLinejoin="round">
      <path d="M16 5.5a10.5 10.5 0 0 0 0 21Z" />
      <path d="M16 5.5c-4.2 3-5.4 6.4-5.4 10.5s1.2 7.5 5.4 10.5M5.5 16H16" />
    </g>
    <path d="m16 5.5 7.4 3.1L16 16Z" fill="#f6c983" />
    <path d="M23.4 8.6 26.5 16H16Z" fill="#f2b45a" />
    <path d="m26.5 16-3.1 7.4L16 16Z" fill="#dd9336" />
    <path d="M23.4 23.4 16 26.5V16Z" fill="#c0761f" />
  </svg>
)

type Props = {
  readonly title: string
  readonly lang: Language
  /** The texts on the illustration. */
  readonly words: { readonly artTitle: string; readonly artText: string }
  readonly lead?: ReactNode
  /** Called when another language was chosen, by pages with texts of their own. */
  readonly onLanguage?: (lang: Language) => void
  readonly children: ReactNode
}

const Art = ({ artTitle, artText }: Props['words']) => (
  <aside className="sign-in-art" aria-hidden="true">
    <Globe />
    <div className="sign-in-words">
      <p className="sign-in-slogan">{artTitle}</p>
      <p>{artText}</p>
    </div>
  </aside>
)

/** The choice of a language, each by its own name. */
const Languages = ({ lang, onChoose }: { lang: Language; onChoose: (lang: Language) => void }) => (
  <nav className="sign-in-languages" aria-label={useEntranceTexts().signIn.language}>
    {languages.map(each => (
      <button
        key={each}
        type="button"
        lang={each}
        aria-current={each === lang ? 'true' : undefined}
        onClick={() => onChoose(each)}
      >
        {autonymOf(each)}
      </button>
    ))}
  </nav>
)

/** The layout of the signed-out pages: an illustration, the product's name, a heading, the choice of a language. */
export const Frame = ({ title, lang, words, lead, children, onLanguage }: Props) => {
  useEffect(() => {
    document.title = `${title} — ${app.name}`
    document.documentElement.lang = lang
  }, [title, lang])
  return (
    <div className="sign-in">
      <Art {...words} />
      <main className="sign-in-main">
        <div className="sign-in-card">
          <p className="sign-in-brand">
            <Mark size={36} />
            <span>{app.name}</span>
          </p>
          <h1>{title}</h1>
          {lead && <p className="sign-in-lead">{lead}</p>}
          {children}
          <Languages
            lang={lang}
            onChoose={chosen => {
              void chooseLanguage(chosen)
              onLanguage?.(chosen)
            }}
          />
        </div>
      </main>
    </div>
  )
}
