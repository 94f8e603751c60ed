import './sign-in.css'
import { type ReactNode, useEffect } from 'react'
import { app } from '~/i18n/en/app'
import type { Language } from '~/model/languages'
import { Globe } from './globe'
import { Mark } from './mark'

type Props = {
  readonly title: string
  readonly lang: Language
  /** The texts on the illustration. */
  readonly words: { readonly artTitle: string; readonly artText: string }
  readonly lead?: ReactNode
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

/** The layout of the signed-out pages: an illustration, the product's name, a heading. */
export const Frame = ({ title, lang, words, lead, children }: Props) => {
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
        </div>
      </main>
    </div>
  )
}
