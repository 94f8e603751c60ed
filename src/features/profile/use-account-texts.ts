import { useLocaleState, useTranslate } from 'react-admin'
import en from '~/i18n/en/account.json'

const catalogues = import.meta.glob<typeof en>('/i18n/*/account.json', { import: 'default', eager: true })

export type AccountText = keyof typeof en

/** The texts of the account page, loaded with that page and not with the panel. */
export const useAccountTexts = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const texts = catalogues[`/i18n/${locale}/account.json`] ?? en
  return (key: AccountText, values: Readonly<Record<string, unknown>> = {}) =>
    translate(`account.${key}`, { ...values, _: texts[key] })
}
