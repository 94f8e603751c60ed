import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'

type Props = { readonly title?: ReactNode; readonly defaultTitle?: ReactNode }

/** Replaces react-admin's titles that can be edited on the screen, which import an editor. */
export const PageTitleConfigurable = ({ title, defaultTitle }: Props) => {
  const translate = useTranslate()
  if (!title) return <span>{defaultTitle}</span>
  return <span>{typeof title === 'string' ? translate(title, { _: title }) : title}</span>
}
