import { newUid } from '~/server/platform/crypto/tokens'
import type { Values } from '~/server/records/context'

export type DemoCompany = Values & { uid: string; name: string; createdAt: Date }

type Plan = {
  readonly name: string
  readonly partner?: string
  readonly open?: boolean
  readonly isPartner?: true
  readonly seats: number
  readonly minutes: number
}

/** Two partners with the companies they manage, some with partner access, and independent companies. */
const plans: readonly Plan[] = [
  { name: 'Vecto Studio', seats: 60, minutes: 6000 },
  { name: 'Panorama Partners', isPartner: true, seats: 40, minutes: 2400 },
  { name: 'Musée du Littoral', partner: 'Panorama Partners', open: true, seats: 30, minutes: 900 },
  { name: 'Harbour & Sons', partner: 'Panorama Partners', open: true, seats: 25, minutes: 600 },
  { name: 'Théâtre des Arcades', partner: 'Panorama Partners', seats: 20, minutes: 300 },
  { name: 'Northern Rail Training', partner: 'Panorama Partners', open: true, seats: 45, minutes: 1500 },
  { name: 'Clínica Santa Lucía', partner: 'Panorama Partners', seats: 20, minutes: 480 },
  { name: 'Atelier Immersif', isPartner: true, seats: 35, minutes: 1800 },
  { name: 'Domaine de Valmont', partner: 'Atelier Immersif', open: true, seats: 20, minutes: 240 },
  { name: 'Ville de Grenoble', partner: 'Atelier Immersif', seats: 40, minutes: 1200 },
  { name: 'Bodegas Rioja Alta', partner: 'Atelier Immersif', open: true, seats: 20, minutes: 300 },
  { name: 'École des Métiers', partner: 'Atelier Immersif', seats: 30, minutes: 720 },
  ...[
    'Costa Verde Hoteles',
    'Brightwater Estates',
    'Aéroport de Nantes',
    'Museo de la Ciencia',
    'Highland Distillery',
    'Lumière Conseil',
    'Puerto Azul Cruises',
    'Riverside Hospital',
    'Sierra Nevada Sport',
    'Opéra Nomade',
    'Granite Quarry Safety',
    'Jardins Suspendus',
    'Atlas Automotive',
  ].map((name, index) => ({ name, seats: 20 + (index % 4) * 5, minutes: 120 * (1 + (index % 6)) })),
]

const DAY = 86_400_000

/** The demo's companies, partners before those they manage. Dates are relative to `now`. */
export const demoCompanies = (now: Date): DemoCompany[] => {
  const made = new Map<string, DemoCompany>()
  const refTo = (name: string | undefined) => {
    const partner = name === undefined ? undefined : made.get(name)
    return partner ? { ref: `companies/${partner.uid}` } : null
  }
  plans.forEach(({ name, partner, open = false, isPartner = false, seats, minutes }, index) => {
    const createdAt = new Date(
      now.getTime() - (plans.length - index) * 23 * DAY + (index === plans.length - 1 ? 22.6 * DAY : 0),
    )
    made.set(name, {
      uid: newUid(),
      name,
      isPartner,
      isProvider: index === 0,
      canCreateCompanies: name === 'Panorama Partners',
      partner: refTo(partner),
      allowPartnerAccess: open,
      offlinePrivilege: index % 3 === 0,
      offlineDuration: 5,
      authFqdn: null,
      role: 'viewer',
      'users.purchased': seats,
      'users.maxActive': Math.ceil(seats * 0.9),
      'seconds.purchased': minutes * 60,
      'seconds.used': Math.round(minutes * 60 * (((index * 37) % 83) / 100)),
      createdAt,
      updatedAt: createdAt,
    })
  })
  return [...made.values()]
}
