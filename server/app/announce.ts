import pino from 'pino'
import type { accounts as Accounts } from '~/server/demo/users'
import { hasRoot } from '~/server/features/setup/first-root'
import { issueSetupCode, SETUP_HOURS } from '~/server/features/setup/setup-codes'
import { type Config, panelAddress } from '~/server/platform/config/config'
import { print, standardOutput } from '~/server/platform/process/output'
import type { Services } from '~/server/records/context'

type Announcement = {
  /** For people: short lines. */
  readonly lines: readonly string[]
  /** For programs that read the log: one line, whatever the level of the log. */
  readonly message: string
  readonly facts: object
}

/** Prints what the person who started the server has to know, in the format of the log. */
export const announce = (
  { LOG_FORMAT }: Pick<Config, 'LOG_FORMAT'>,
  { lines, message, facts }: Announcement,
) => {
  if (LOG_FORMAT === 'text') print(lines.join('\n'))
  else pino({}, standardOutput()).info(facts, message)
}

export const announceAddress = (config: Config, port: number) => {
  const address =
    config.FIREBASE_PANEL_ORIGIN?.[0] ?? config.PUBLIC_URL ?? `http://localhost:${port || config.PORT}`
  announce(config, {
    lines: ['', `Vecto admin ${config.version} at ${address}`, ''],
    message: `Vecto admin ${config.version} at ${address}`,
    facts: {},
  })
}

export const announceAccounts = (config: Config, accounts: typeof Accounts, password: string) => {
  const found = accounts.map(({ name, role, lang, company }) => ({
    ...{ email: `${name}@demo.example`, role, lang, company },
  }))
  announce(config, {
    lines: [
      '',
      `Demo accounts, all with the password ${password}`,
      ...found.map(
        ({ email, role, lang, company }) => `  ${email.padEnd(22)} ${role.padEnd(8)} ${lang}  ${company}`,
      ),
      'The password is not shown again.',
    ],
    message: `Demo accounts, all with the password ${password}; it is not shown again`,
    facts: { accounts: found },
  })
}

/** While the platform has no root account: how to create it. Each start prints a new code. */
export const announceSetup = async ({ config, database }: Services, port: number) => {
  if (config.FIREBASE_PANEL_ORIGIN || (await hasRoot(database))) return
  const code = await issueSetupCode(database)
  const address = `${panelAddress({ ...config, PORT: port || config.PORT })}/setup`
  announce(config, {
    lines: [
      'Nobody can sign in yet. Create the first account:',
      `  open        ${address}#${code}`,
      `  setup code  ${code}`,
      `The code is valid once, for ${SETUP_HOURS} hours. Each start prints a new one.`,
      '',
    ],
    message: `Nobody can sign in yet: create the first account at ${address} with the setup code ${code}, valid once, for ${SETUP_HOURS} hours`,
    facts: { address: `${address}#${code}`, setupCode: code },
  })
}
