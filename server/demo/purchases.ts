import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo } from './cast'
import type { DemoCompany } from './companies'

const SECONDS = 60

type Step = { readonly type: string; readonly quantity: number; readonly comment: string | null }

/** First purchase, extension and return; their sum is the quota. */
const steps = (type: string, total: number, back: number): Step[] => {
  const first = Math.ceil(total * 0.6)
  const all = [
    { type, quantity: first, comment: null },
    { type, quantity: total - first + back, comment: 'Extension' },
    { type, quantity: -back, comment: 'Correction: ordered too many' },
  ]
  return all.filter(({ quantity }) => quantity !== 0)
}

const stepsOf = (company: DemoCompany, index: number): Step[] => [
  ...steps('users', Number(company['users.purchased']), index % 3 === 1 ? 5 : 0),
  ...steps('maxActive', Number(company['users.maxActive']), index % 4 === 2 ? 2 : 0),
  ...steps('minutes', Number(company['seconds.purchased']) / SECONDS, index % 2 === 0 ? 30 : 0),
]

/** Purchases that add up to the companies' quotas. */
export const demoPurchases = ({ companies, root, now }: Cast): DemoRow[] =>
  companies.flatMap((company, index) => {
    const start = company.createdAt.getTime()
    const bought = stepsOf(company, index)
    return bought.map(({ type, quantity, comment }, step) => {
      // Nothing is used before some of it is bought.
      const later = comment === null ? 0 : ((now.getTime() - start) * step) / (bought.length + 1)
      const createdAt = new Date(start + later + (DAY * (step + 1)) / 100)
      return {
        uid: newUid(),
        type,
        quantity,
        comment,
        company: linkTo('companies', company),
        createdBy: linkTo('users', root),
        createdAt,
        updatedAt: createdAt,
      }
    })
  })
