import { login } from './api'
import type { DemoWorld } from './demo-world'
import type { TestServer } from './test-server'

/** The password of every new user. */
export const newPassword = 'secret-1'

let made = 0

/** The demo user whose company has accounts of the role. */
const colleagueOf = (role: string) => (role === 'root' || role === 'partner' ? role : 'admin')

/** Purchases the seats that `newPerson` uses. */
export const buySeats = async (world: DemoWorld, quantity = 50) => {
  for (const role of ['admin', 'partner', 'root'] as const)
    for (const type of ['users', 'maxActive'])
      await world
        .of('root')
        .api.post(`companies/${world.of(role).actor.company}/purchases`, { type, quantity })
}

/** Creates and signs in a user, by default in the admin's company or the one that has accounts of the role. */
export const newPerson = async (
  server: TestServer,
  world: DemoWorld,
  role = 'viewer',
  colleague: 'admin' | 'partner' | 'root' = colleagueOf(role),
) => {
  const email = `new${++made}@new.example`
  const company = { ref: `companies/${world.of(colleague).actor.company}` }
  const user = { firstname: 'Kay', lastname: 'New', email, password: newPassword, role, lang: 'en', company }
  const { uid } = (await world.of('root').api.post<{ uid: string }>('users', { ...user, origin: 'creation' }))
    .body
  return { uid, email, session: await login(server.url, email, newPassword) }
}
