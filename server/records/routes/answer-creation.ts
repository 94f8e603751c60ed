import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Values } from '~/server/records/hooks'
import type { Services } from '~/server/records/services'
import { findAnswer, type Keyed, keyOf, lockKey, storeAnswer } from './idempotency-keys'
import { inTransaction } from './in-transaction'

type Creation = {
  /** Runs before the transaction. */
  readonly prepare?: () => Promise<Values> | undefined
  /** @returns the response */
  readonly create: (context: Context) => Promise<object>
}

type Answer = { readonly body: object; readonly isReplayed: boolean }

const createWithKey = async (context: Context, keyed: Keyed, { create }: Creation): Promise<Answer> => {
  const { services, tx } = context
  await lockKey(tx, keyed)
  const before = await findAnswer(services, tx, keyed)
  if (before) return { body: before, isReplayed: true }
  const body = await create(context)
  await storeAnswer(services, tx, keyed, body)
  return { body, isReplayed: false }
}

const answerOf = async (services: Services, request: FastifyRequest, creation: Creation): Promise<Answer> => {
  const keyed = keyOf(services, request)
  const before = keyed && (await findAnswer(services, services.database, keyed))
  if (before) return { body: before, isReplayed: true }
  const create = async (context: Context): Promise<Answer> =>
    keyed
      ? createWithKey(context, keyed, creation)
      : { body: await creation.create(context), isReplayed: false }
  return inTransaction(services, request, create, await creation.prepare?.())
}

/**
 * Answers a creation. Where the request has an Idempotency-Key, its response is stored in the transaction of the change, and a
 * repeated request gets it again.
 */
export const answerCreation = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  creation: Creation,
) => {
  const { body, isReplayed } = await answerOf(services, request, creation)
  if (isReplayed) reply.header('idempotent-replayed', 'true')
  return reply.status(201).send(body)
}
