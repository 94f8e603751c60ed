import { labelOf } from '~/model/access'
import { users } from '~/model/resources/users'
import { viewMinutes } from '~/model/view-as'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import { type Cast, DAY, type DemoRow, linkTo, MINUTE } from './cast'

/** In each company, root once saw the panel as one of its users, to help them. */
export const demoViewings = ({ companies, crew, root, now }: Cast): DemoRow[] =>
  companies.map((company, index) => {
    const [person] = crew(company)
    const createdAt = new Date(now.getTime() - (index + 1) * DAY)
    const later = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE)
    return {
      uid: newUid(),
      person: linkTo('users', person),
      name: labelOf(users, person),
      by: linkTo('users', root),
      company: linkTo('companies', company),
      expiresAt: later(viewMinutes),
      endedAt: later(7 + index),
      secretHash: hashToken(newSessionToken()),
      createdAt,
      updatedAt: createdAt,
    }
  })
