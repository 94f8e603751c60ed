import { useLocaleState, useTranslate } from 'react-admin'
import en from '~/i18n/en/account.json'
import es from '~/i18n/es/account.json'
import fr from '~/i18n/fr/account.json'

const catalogues: Readonly<Record<string, typeof en>> = { en, fr, es }

export type AccountText = keyof typeof en

/** The texts of the account page, loaded with that page and not with the panel. */
export const useAccountTexts = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const texts = catalogues[locale] ?? en
  return (key: AccountText, values: Readonly<Record<string, unknown>> = {}) =>
    translate(`account.${key}`, { ...values, _: texts[key] })
}
