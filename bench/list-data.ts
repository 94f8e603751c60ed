import pg from 'pg'
import { keywordsOf } from '~/model/text'
import { pictureNames } from '~/server/demo/files/pictures'

export const mediaCount = 1_000_000
export const companyCount = 200

const distinctNames = 20_000
const titles = Object.values(pictureNames).flat()

/** 20,000 names with search keywords from the server's code; 50 medias share each name. */
const names = Array.from({ length: distinctNames }, (_, n) => `${titles[n % titles.length]} ${n}`)

export const companyUid = (n: number) => `benchcompany${String(n % companyCount).padStart(8, '0')}`

const insertNames = async (client: pg.Client) => {
  await client.query('create temp table names (n int primary key, name text, keywords text[])')
  const rows = names.map((name, n) => ({ n, name, keywords: keywordsOf([name]) }))
  await client.query(
    `insert into names select n, name, array(select jsonb_array_elements_text(keywords))
     from jsonb_to_recordset($1::jsonb) as r(n int, name text, keywords jsonb)`,
    [JSON.stringify(rows)],
  )
}

const insertCompanies = (client: pg.Client) =>
  client.query(
    `insert into companies (uid, name)
     select 'benchcompany' || lpad(n::text, 8, '0'), 'Company ' || n from generate_series(0, $1::int - 1) n`,
    [companyCount],
  )

/** 9 of 10 are completed; the dates are one minute apart, in a shuffled order. */
const insertMedias = (client: pg.Client) =>
  client.query(
    `insert into medias (uid, name, keywords, company_uid, content_type, checksum, size, status, created_at, updated_at)
     select 'benchmedia' || lpad(m::text, 10, '0'), names.name, names.keywords,
       'benchcompany' || lpad((m % $2::int)::text, 8, '0'), 'image/jpeg', 'b64-none', 10000 + m % 90000,
       case when m % 10 = 0 then 'pending' else 'completed' end,
       now() - (m * 7919::bigint % $1::int) * interval '1 minute', now()
     from generate_series(0, $1::int - 1) m join names on names.n = m % $3::int`,
    [mediaCount, companyCount, distinctNames],
  )

/** Fills the tables with rows as the server stores them, many per statement. */
export const insertMillion = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await insertNames(client)
  await insertCompanies(client)
  await insertMedias(client)
  await client.query('vacuum analyze')
  await client.end()
}
