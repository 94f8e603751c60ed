import { startCluster } from './postgres'

/** Vitest global set-up: starts one cluster for all test files; `database.ts` reads its URL. */
export const setup = async () => {
  if (process.env.TEST_DB !== 'postgres') return undefined
  const cluster = await startCluster()
  process.env.TEST_POSTGRES_URL = cluster.adminUrl
  return cluster.stop
}
