import { apiOf } from './api'
import { modes, readArguments, readConnection } from './arguments'
import { commands } from './commands'
import { failureText, languageOf, reportTo, textsOf, UsageError } from './report'

/** The exit code of a command that was not understood, and of one that was interrupted. */
const [misused, interrupted] = [2, 130]

const texts = textsOf(languageOf(process.env))
const report = reportTo(process.stdout, texts)

process.once('SIGINT', () => {
  report.line('interrupted')
  process.exit(interrupted)
})

const run = async () => {
  const order = readArguments(process.argv.slice(2))
  const command = commands[order.command]
  if (order.command === 'help') {
    report.line('usage', { modes: modes.join(', ') })
    return 0
  }
  if (!command) throw new UsageError('unknownCommand', { command: order.command })
  const api = apiOf(readConnection(process.env), () =>
    report.progress('unreachable', { url: process.env.VECTO_URL ?? '' }),
  )
  return (await command(api, report, order)) ? 0 : 1
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(failureText(error, texts))
  process.exitCode = error instanceof UsageError ? misused : 1
}
