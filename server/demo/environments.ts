import { newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo, momentOf, spread } from './cast'
import type { DemoCompany } from './companies'
import { pick, seeded } from './files/random'

const ENVIRONMENTS = 60

const names = [
  'Galerie permanente',
  'Safety induction',
  'Visita guiada',
  'Showroom 2026',
  'Parcours découverte',
  'Evacuation drill',
  'Recepción y suites',
  'Onboarding',
  'Visite des coulisses',
  'Open day',
  'Sala de máquinas',
  'Formation accueil',
] as const

const statusOf = (index: number) =>
  index % 6 === 4 ? 'pending' : index % 11 === 2 ? 'deletable' : 'completed'

export type DemoEnvironment = DemoRow & {
  readonly name: string
  readonly status: string
  readonly owner: DemoCompany
}

/** Environments of every status; the number of versions is set from those created for them. */
export const demoEnvironments = (cast: Cast): DemoEnvironment[] => {
  const random = seeded(6)
  return spread(cast, ENVIRONMENTS, 9, 7).map((owner, index) => {
    const status = statusOf(index)
    const createdAt = momentOf(random, owner, cast.now)
    const again = Math.floor(index / names.length)
    return {
      uid: newUid(),
      name: `${names[index % names.length]}${again ? ` ${again + 1}` : ''}`,
      company: linkTo('companies', owner),
      createdBy: linkTo('users', pick(random, cast.crew(owner))),
      status,
      deletableAt: status === 'deletable' ? new Date(cast.now.getTime() + (20 + index) * DAY) : null,
      createdAt,
      updatedAt: createdAt,
      owner,
    }
  })
}
