import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isEmailAddress, normalAddress } from '~/model/addresses'
import { languages } from '~/model/languages'
import { openServices } from '~/server/app/open-services'
import { namesIn, runCreateRoot } from '~/server/features/setup/create-root-command'
import { readConfig } from '~/server/platform/config/config'
import { FolderInUse } from '~/server/platform/database/folder-lock'
import { callControl } from '~/server/platform/process/control-socket'
import { readVersion } from '~/server/platform/process/run-until-signal'

const usage =
  'Usage: npm run create-root -- <e-mail> [company name] [--firstname Grace] [--lastname Hopper] [--lang en|fr|es]'

const readAnswers = () => {
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    options: { firstname: option, lastname: option, lang: option },
    allowPositionals: true,
  })
  const [typed = '', company] = positionals
  const email = normalAddress(typed)
  const lang = languages.find(known => known === (values.lang ?? 'en'))
  if (!isEmailAddress(email) || !lang || positionals.length > 2) throw new Error(usage)
  const { firstname, lastname } = { ...namesIn(email), ...values }
  return { email, lang, firstname, lastname, ...(company && { company }) }
}

/** Works on the database itself: PostgreSQL, or the embedded one of a server that does not run. */
const createDirectly = async (body: object) => {
  const config = {
    ...readConfig(process.env, readVersion()),
    METRICS_PORT: undefined,
    LOG_LEVEL: 'error' as const,
  }
  const { services, close } = await openServices(config, { listens: false })
  try {
    await runCreateRoot(services, body)
  } finally {
    await close()
  }
}

/** Seconds that a server may take until it accepts commands. */
const PATIENCE = 60

/** Sends the command to the running server of the data folder, and waits for one that is starting; without one, opens the database. */
const createEmbedded = async (folder: string, body: object) => {
  for (const end = Date.now() + PATIENCE * 1000; ; await sleep(500)) {
    if (await callControl(folder, 'create-root', body)) return
    try {
      return await createDirectly(body)
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > end) throw error
    }
  }
}

/** `npm run create-root`: creates a root account, whether or not the server runs. */
const main = async () => {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env, '')
  const password = randomBytes(12).toString('base64url')
  const answers = readAnswers()
  const body = { ...answers, password }
  await (DATABASE_URL ? createDirectly(body) : createEmbedded(DATA_DIR, body))
  console.log(
    `${answers.email} can sign in with the password ${password}\nChange it under the profile; it is not shown again.`,
  )
}

main().then(
  () => process.exit(),
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
