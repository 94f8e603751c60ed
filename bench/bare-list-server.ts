import Fastify from 'fastify'
import { Pool } from 'pg'

/** Baseline for the real server: the same rows through the same driver, and nothing else. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const counting = process.env.COUNTING === '1'

const columns = `uid, file, name, company_uid, special_usage, tags, content_type, checksum, size, created_by_uid,
  versions, shares, status, deletable_at, thumb_ref256, thumb_ref128, filethumb, created_at, updated_at`

type Query = { company?: string; prefix?: string; offset?: string }

const conditionOf = ({ company, prefix }: Query): readonly [string, readonly string[]] => {
  if (company) return ['where company_uid = $1', [company]]
  if (prefix) return ['where keywords @> array[$1]', [prefix]]
  return ['', []]
}

const countOf = async (where: string, values: readonly string[]) =>
  Number(
    (await pool.query<{ n: string }>(`select count(*) as n from medias ${where}`, [...values])).rows[0]?.n,
  )

const app = Fastify()

app.get<{ Querystring: Query }>('/medias', async ({ query }) => {
  const [where, values] = conditionOf(query)
  const page = `select ${columns} from medias ${where} order by created_at desc, uid desc limit 10 offset ${Number(query.offset ?? 0)}`
  const { rows: results } = await pool.query(page, [...values])
  return counting ? { results, meta: { count: await countOf(where, values) } } : { results }
})

app.get('/health', () => ({ status: 'ok' }))

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
