import { useLocaleState, useTranslate } from 'react-admin'
import type { Catalogue } from '~/i18n/catalogue'
import { account as english } from '~/i18n/en/account'
import { backend } from '~/src/api/chosen-backend'
import { accountCalls } from './account-calls'

const catalogues = import.meta.glob<Catalogue['account']>('/i18n/*/account.ts', {
  import: 'account',
  eager: true,
})

export type AccountText = keyof Catalogue['account']

/** The texts of the account page, loaded with that page and not with the panel. */
export const useAccountTexts = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const texts = catalogues[`/i18n/${locale}/account.ts`] ?? english
  return (key: AccountText, values: Readonly<Record<string, unknown>> = {}) =>
    translate(`account.${key}`, { ...values, _: texts[key] })
}

export const account = accountCalls(backend.request, backend.secondFactor)
