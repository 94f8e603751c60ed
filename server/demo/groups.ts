import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, linkTo, momentOf, some } from './cast'
import type { DemoCompany } from './companies'
import { pick, seeded } from './files/random'

const names = [
  'Reception',
  'Formation sécurité',
  'Marketing',
  'Visitas guiadas',
  'Sales',
  'Équipe de tournage',
  'Contenidos',
  'Pilot site',
] as const
const comments: readonly [string | null, ...(string | null)[]] = [
  null,
  'Access to the spring campaign.',
  'Accès réservé aux formateurs.',
  null,
  'Solo durante la exposición temporal.',
]

export type DemoGroup = DemoRow & { readonly name: string; readonly host: DemoCompany }

/** Two to four groups per company, with members of that company. */
export const demoGroups = (cast: Cast): DemoGroup[] => {
  const random = seeded(3)
  return cast.companies.flatMap((company, index) =>
    Array.from({ length: 2 + (index % 3) }, (_, nth) => {
      const crew = cast.crew(company)
      const createdAt = momentOf(random, company, cast.now)
      return {
        uid: newUid(),
        name: names[(index + nth * 3) % names.length] ?? 'Pilot site',
        company: linkTo('companies', company),
        members: some(random, crew, 1 + ((index + nth) % 6)).map(user => linkTo('users', user)),
        comment: pick(random, comments),
        createdBy: linkTo('users', pick(random, crew)),
        createdAt,
        updatedAt: createdAt,
        host: company,
      }
    }),
  )
}

/** The first group of a company, on some of its access lists. */
export const firstGroup = (groups: readonly DemoGroup[], company: DemoCompany) =>
  groups
    .filter(({ host }) => host === company)
    .slice(0, 1)
    .map(group => linkTo('groups', group))
