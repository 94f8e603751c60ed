import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { type Connection, connect } from '~/server/platform/database/connection'
import { long } from '../support/process/long'
import { skipOnEmbedded } from '../support/process/needs'
import { type Answer, type Api, api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { buySeats, newPassword, newPerson } from '../support/server/new-person'
import { lastLink } from '../support/server/sent-links'
import { startServer, type TestServer } from '../support/server/test-server'

const ownersPassword = "the owner's own"
const thiefsPassword = "the thief's own"

type Refusal = { readonly code?: string }
type Victim = { readonly uid: string; readonly email: string; readonly stolen: Api }
/** A request that the thief repeats at this server. */
type Attack = (url: string, victim: Victim, round: number) => Promise<Answer<Refusal>>

const signIn: Attack = (url, { email }) => api(url).post('login', { email, password: newPassword })
const makeToken: Attack = (url, { stolen }, round) =>
  api(url, stolen.token).post('tokens', { name: `t${round}`, access: 'read', lifetime: 365 })
const changePassword: Attack = (url, { uid, stolen }) =>
  api(url, stolen.token).patch(`users/${uid}`, { password: thiefsPassword, oldPassword: newPassword })
const changeAddress: Attack = (url, { uid, stolen, email }) =>
  api(url, stolen.token).patch(`users/${uid}`, { email: `thief.${email}`, oldPassword: newPassword })
const changeName: Attack = (url, { uid, stolen }) =>
  api(url, stolen.token).patch(`users/${uid}`, { firstname: 'Thief' })

if (process.env.TEST_DB === 'postgres')
  describe('a thief with a session and the old password during a password reset', () => {
    const servers: TestServer[] = []
    let world: DemoWorld
    let connection: Connection

    beforeAll(async () => {
      const first = await startServer({ demo: true, env: { UPLOAD_USER_COUNT: '20' } })
      const { PORT: _port, ...shared } = first.env
      const second = await startServer({ dataDir: first.dataDir, env: shared })
      servers.push(first, second)
      world = await demoWorld(first)
      await buySeats(world, 400)
      connection = await connect(readConfig(shared, 'test'))
    })
    afterAll(async () => {
      await connection?.close()
      for (const server of servers.reverse()) await server.stop()
    })

    const urlOf = (round: number) => servers[round % servers.length]?.url ?? ''

    /** Repeats an attack on both servers until the returned function is called. */
    const attackOn = (victim: Victim, attack: Attack) => {
      let isOver = false
      const loop = async (offset: number) => {
        for (let round = offset; !isOver; round += 1) await attack(urlOf(round), victim, round)
      }
      const loops = [loop(0), loop(1)]
      return async () => {
        isOver = true
        await Promise.all(loops)
      }
    }

    const rowsOf = async (victim: Victim) => {
      const [row] = await connection.database.query<{
        sessions: number
        tokens: number
        email: string
        name: string
      }>(sql`
        select (select count(*)::int from auth_session where "userId" = u.uid) as sessions,
          (select count(*)::int from tokens where user_uid = u.uid) as tokens, u.email, u.firstname as name
        from users u where u.uid = ${victim.uid}`)
      return row
    }

    /** @returns what is wrong after one round; undefined where nothing of the thief is left */
    const round = async (attack: Attack, at: number): Promise<string | undefined> => {
      // Attacks are faster than the limits of attempts allow.
      await connection.database.run(sql`delete from rate_limits`)
      const person = await newPerson(servers[0] as TestServer, world)
      const victim: Victim = { ...person, stolen: person.session }
      const root = world.of('root').api
      await api(urlOf(0)).post('requestPasswordReset', { email: victim.email })
      const { hash } = await lastLink(root, victim.email)
      const stop = attackOn(victim, attack)
      await sleep(at % 40)
      const before = await rowsOf(victim)
      const reset = await api(urlOf(at)).post<Refusal & { sessionToken?: string }>(
        `onboarding/reset/${hash}`,
        {
          password: ownersPassword,
        },
      )
      await sleep(60)
      await stop()
      await connection.database.run(sql`delete from rate_limits`)
      // A change that the thief completed before revokes the link: the owner requests another one.
      if (reset.status !== 200) return reset.body.code === 'OB2' ? undefined : `reset: ${reset.status}`
      const after = await rowsOf(victim)
      const faults = [
        after?.sessions !== 1 && `${after?.sessions} sessions`,
        after?.tokens !== 0 && `${after?.tokens} tokens`,
        after?.email !== before?.email && `address ${after?.email}`,
        (await api(urlOf(0)).post('login', { email: victim.email, password: ownersPassword })).status !==
          200 && 'the password of the owner is refused',
        (await victim.stolen.get('users/me')).status === 200 && 'the stolen session lives',
      ].filter(Boolean)
      return faults.length > 0 ? faults.join(', ') : undefined
    }

    const faultsIn = async (attack: Attack, rounds: number) => {
      const faults: string[] = []
      for (let at = 0; at < rounds; at += 1) {
        const fault = await round(attack, at * 7)
        if (fault) faults.push(`round ${at}: ${fault}`)
      }
      return faults
    }

    const attacks = [
      ['signing in', signIn],
      ['creating API tokens', makeToken],
      ['changing the password', changePassword],
      ['changing the address', changeAddress],
      ['changing the profile', changeName],
    ] as const

    it.each(attacks)(
      'a password reset revokes everything that a thief gains by %s on two servers',
      async (_what, attack) => {
        expect(await faultsIn(attack, 4)).toEqual([])
      },
    )

    it.each(attacks)(
      'a password reset revokes everything that a thief gains by %s in 40 rounds',
      { ...long, timeout: 900_000 },
      async (_what, attack) => {
        expect(await faultsIn(attack, 40)).toEqual([])
      },
    )
  })
else skipOnEmbedded('two servers need PostgreSQL')
