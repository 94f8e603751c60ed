import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo } from './cast'
import { accounts } from './users'

type Plan = { readonly name: string; readonly list: string; readonly tab?: string; readonly query: string }

const plans: readonly Plan[] = [
  { name: 'Templates', list: 'medias', tab: 'completed', query: '?specialUsage=templateMedia&sort=name' },
  { name: 'Recently signed in', list: 'users', tab: 'active', query: '?sort=-lastLoginAt&rows=30' },
  { name: 'A to Z', list: 'environments', tab: 'completed', query: '?sort=name&rows=30' },
  { name: 'By length', list: 'videos', tab: 'completed', query: '?sort=-duration' },
]

/** Views that colleagues share, in every company; none is of an account whose password is shown. */
export const demoViews = ({ companies, people, now }: Cast): DemoRow[] =>
  companies.flatMap(company => {
    const colleagues = people.filter(
      ({ company: of }, index) => index >= accounts.length && of.ref === `companies/${company.uid}`,
    )
    const owner = colleagues.find(({ role }) => role === 'admin') ?? colleagues[0]
    if (!owner) return []
    return plans.map((plan, index) => {
      const createdAt = new Date(now.getTime() - (index + 2) * DAY)
      return {
        ...plan,
        uid: newUid(),
        shared: true,
        isDefault: false,
        createdBy: linkTo('users', owner),
        company: linkTo('companies', company),
        createdAt,
        updatedAt: createdAt,
      }
    })
  })
