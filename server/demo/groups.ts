import { labelOf } from '~/model/access'
import { users } from '~/model/resources/users'
import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, type DemoRow, linkTo, momentIn, momentOf, some } from './cast'
import type { DemoCompany } from './companies'
import { pick, type Random, seeded } from './files/random'
import type { DemoUser } from './users'

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

/** Number of pending invitations per account. */
const waiting: readonly (readonly [account: string, count: number])[] = [
  ['manager', 2],
  ['editor', 1],
  ['viewer', 3],
  ['admin', 2],
  ['admin2', 1],
  ['partner', 1],
]

/** Guests who are not users. */
const outside = [
  'jeanne.riviere@agence-boreale.example',
  'tom.hale@fieldnotes.example',
  'p.sanchez@estudio-luz.example',
  'contact@scenographie-est.example',
  'anna.lind@northlight.example',
] as const

type Invited = { readonly email: string; readonly user: DemoUser | null }

const guest = (
  random: Random,
  cast: Cast,
  group: DemoGroup,
  { email, user }: Invited,
  accepted: boolean,
): DemoRow => {
  const createdAt = momentIn(random, group.createdAt, cast.now)
  const acceptedAt = accepted ? momentIn(random, createdAt, cast.now) : null
  return {
    uid: newUid(),
    'guest.email': email,
    'guest.label': (accepted && user && labelOf(users, user)) || email,
    user: accepted && user ? linkTo('users', user) : null,
    group: linkTo('groups', group),
    company: linkTo('companies', group.host),
    createdBy: linkTo('users', pick(random, cast.crew(group.host))),
    status: accepted ? 'accepted' : 'pending',
    acceptedAt,
    createdAt,
    updatedAt: acceptedAt ?? createdAt,
  }
}

const isElsewhere = (group: DemoGroup, user: DemoUser) => user.company.ref !== `companies/${group.host.uid}`

const invitedTo = (random: Random, cast: Cast, group: DemoGroup, index: number): Invited[] => {
  const strangers = cast.people.filter(
    (user, at) => at > 10 && user.status === 'active' && isElsewhere(group, user),
  )
  return [
    ...some(random, strangers, index % 3).map(user => ({ email: user.email, user })),
    ...some(random, outside, (index + 1) % 2).map(email => ({ email, user: null })),
  ]
}

/** Guests of the groups, pending or accepted, and pending invitations for each account. */
export const demoGuests = (cast: Cast, groups: readonly DemoGroup[]): DemoRow[] => {
  const random = seeded(4)
  const common = groups.flatMap((group, index) =>
    invitedTo(random, cast, group, index).map(invited =>
      // Only users accept an invitation, because accepting requires signing in.
      guest(random, cast, group, invited, invited.user !== null && random() < 0.6),
    ),
  )
  const own = waiting.flatMap(([name, count]) => {
    const user = cast.account(name)
    const hosts = groups.filter(group => isElsewhere(group, user))
    return some(random, hosts, count).map(group =>
      guest(random, cast, group, { email: user.email, user }, false),
    )
  })
  return [...common, ...own]
}
