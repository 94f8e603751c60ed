import { it, type TestContext } from 'vitest'
import {
  findCaddy,
  findFfmpeg,
  findFirefox,
  findHaproxy,
  findMiniBrowser,
  findNginx,
  findPgbouncer,
  findPostgresFolder,
  findWebKitDriver,
  findXvfb,
} from '~/scripts/system-packages'

/** Skips the running test, saying why, where this machine has no ffmpeg. */
export const needsFfmpeg = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findFfmpeg(), 'ffmpeg is missing: install it, or set FFMPEG_PATH')

/** The same for PostgreSQL. */
export const needsPostgres = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPostgresFolder(), 'PostgreSQL is missing: install its server')

/** The same for PgBouncer, which stands before PostgreSQL. */
export const needsPgbouncer = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPgbouncer(), 'PgBouncer is missing: install it')

const sites = { nginx: findNginx, haproxy: findHaproxy, caddy: findCaddy }

/** The same for the program of a site in `deploy`. */
export const needsSite = (context: Pick<TestContext, 'skip'>, name: keyof typeof sites) =>
  context.skip(!sites[name](), `${name} is missing: install it`)

const browsers = {
  Firefox: findFirefox,
  WebKit: () => findWebKitDriver() && findXvfb() && findMiniBrowser(),
}

/** The same for a browser besides Chromium. */
export const needsBrowser = (context: Pick<TestContext, 'skip'>, name: keyof typeof browsers) =>
  context.skip(!browsers[name](), `${name} is missing: install firefox-esr, webkit2gtk-driver and xvfb`)

/** Stands for tests that need PostgreSQL where they are not there: a file without any would fail. */
export const skipOnEmbedded = (reason: string) => it('needs PostgreSQL', context => context.skip(reason))
