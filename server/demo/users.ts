import type { Role } from '~/model/grants'
import { fold } from '~/model/text'
import { newUid } from '~/server/platform/crypto/tokens'
import type { Values } from '~/server/records/context'
import type { DemoCompany } from './companies'
import { pick, type Random } from './files/random'

/** Names from the three languages. */
const firstnames = [
  'Camille',
  'Louis',
  'Inès',
  'Hugo',
  'Chloé',
  'Emma',
  'Oliver',
  'Amelia',
  'Jack',
  'Freya',
  'Lucía',
  'Mateo',
  'Valeria',
  'Diego',
  'Noa',
  'Álvaro',
  'Zoé',
  'Émile',
  'Grace',
  'Martín',
] as const

const lastnames = [
  'Lefèvre',
  'Moreau',
  'Dubois',
  'Garnier',
  'Fontaine',
  'Smith',
  'Walker',
  'Hughes',
  'Murray',
  'Clarke',
  'García',
  'Romero',
  'Ortega',
  'Núñez',
  'Iglesias',
  'Castro',
  'Perrin',
  'Bennett',
  'Vidal',
  'Blanchard',
] as const

export type DemoUser = Values & {
  uid: string
  email: string
  firstname: string
  lastname: string
  company: { ref: string }
  createdAt: Date
}

type Account = {
  readonly name: string
  readonly role: Role
  readonly company: string
  readonly lang: string
  readonly first: string
  readonly last: string
}

const at = (
  name: string,
  role: Role,
  company: string,
  lang: string,
  first: string,
  last: string,
): Account => ({ name, role, company, lang, first, last })

/** The accounts whose password is shown at first start. */
export const accounts: readonly Account[] = [
  at('root', 'root', 'Vecto Studio', 'en', 'Ada', 'Root'),
  at('partner', 'partner', 'Panorama Partners', 'fr', 'Pauline', 'Partenaire'),
  at('admin', 'admin', 'Musée du Littoral', 'fr', 'Adrien', 'Administrateur'),
  at('manager', 'manager', 'Musée du Littoral', 'en', 'Maya', 'Manager'),
  at('editor', 'editor', 'Musée du Littoral', 'es', 'Elena', 'Editora'),
  at('viewer', 'viewer', 'Musée du Littoral', 'es', 'Víctor', 'Visitante'),
  at('admin2', 'admin', 'Costa Verde Hoteles', 'es', 'Alma', 'Administradora'),
]

const DAY = 86_400_000

const statusOf = (index: number) => {
  if (index % 11 === 0) return 'pending'
  if (index % 13 === 0) return 'disabled'
  return index % 17 === 0 ? 'deleted' : 'active'
}

const colleagueRole = (index: number): Role =>
  (['viewer', 'viewer', 'editor', 'viewer', 'manager', 'editor', 'viewer', 'admin'] as const)[index % 8] ??
  'viewer'

const accountUser = (
  { name, role, lang, first, last }: Account,
  company: DemoCompany,
  now: Date,
): DemoUser => ({
  uid: newUid(),
  firstname: first,
  lastname: last,
  email: `${name}@demo.example`,
  role,
  lang,
  company: { ref: `companies/${company.uid}` },
  status: 'active',
  isActive: true,
  emailProved: true,
  termsAgreement: 1,
  notifications: true,
  createdAt: new Date(now.getTime() - 400 * DAY),
  updatedAt: new Date(now.getTime() - 400 * DAY),
})

const dates = (index: number, status: string, now: Date) => {
  const createdAt = new Date(now.getTime() - (index * 1.7 + 0.2) * DAY)
  const seen = new Date(now.getTime() - ((index * 5) % 60) * DAY * 0.7)
  return {
    createdAt,
    updatedAt: createdAt,
    lastLoginAt: status === 'active' || status === 'disabled' ? (seen > createdAt ? seen : createdAt) : null,
    deletedAt: status === 'deleted' ? new Date(createdAt.getTime() + DAY) : null,
  }
}

const slug = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const colleague = (
  index: number,
  company: DemoCompany,
  root: DemoUser,
  random: Random,
  now: Date,
): DemoUser => {
  const [first, last] = [pick(random, firstnames), pick(random, lastnames)]
  const status = statusOf(index)
  return {
    uid: newUid(),
    firstname: first,
    lastname: last,
    email: `${slug(first)}.${slug(last)}.${index}@${slug(company.name)}.example`,
    role: colleagueRole(index),
    lang: (['fr', 'en', 'es'] as const)[index % 3] ?? 'en',
    company: { ref: `companies/${company.uid}` },
    status,
    isActive: status === 'active',
    emailProved: status !== 'pending',
    offlineEnabled: index % 6 === 0,
    notifications: true,
    termsAgreement: status === 'pending' ? null : 1,
    invitedBy: { ref: `users/${root.uid}` },
    deletedBy: status === 'deleted' ? { ref: `users/${root.uid}` } : null,
    ...dates(index, status, now),
  }
}

/** 300 users of every status, accounts first. */
export const demoUsers = (companies: readonly DemoCompany[], random: Random, now: Date): DemoUser[] => {
  const named = new Map(companies.map(company => [company.name, company]))
  const staff = accounts.flatMap(account => {
    const company = named.get(account.company)
    return company ? [accountUser(account, company, now)] : []
  })
  const [root] = staff
  if (!root) return []
  const others = Array.from({ length: 300 - staff.length }, (_, index) => {
    const company = companies[index % companies.length]
    return company ? [colleague(index, company, root, random, now)] : []
  })
  return [...staff, ...others.flat()]
}
