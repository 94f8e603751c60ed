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

/** Skips the running test with a reason if ffmpeg is missing. */
export const needsFfmpeg = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findFfmpeg(), 'ffmpeg is missing: install it, or set FFMPEG_PATH')

/** Skips the running test if PostgreSQL is missing. */
export const needsPostgres = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPostgresFolder(), 'PostgreSQL is missing: install its server')

/** Skips the running test if PgBouncer is missing. */
export const needsPgbouncer = (context: Pick<TestContext, 'skip'>) =>
  context.skip(!findPgbouncer(), 'PgBouncer is missing: install it')

const sites = { nginx: findNginx, haproxy: findHaproxy, caddy: findCaddy }

/** Skips the running test if the reverse proxy of a site in `deploy` is missing. */
export const needsSite = (context: Pick<TestContext, 'skip'>, name: keyof typeof sites) =>
  context.skip(!sites[name](), `${name} is missing: install it`)

const browsers = {
  Firefox: findFirefox,
  WebKit: () => findWebKitDriver() && findXvfb() && findMiniBrowser(),
}

/** Skips the running test if a browser other than Chromium is missing. */
export const needsBrowser = (context: Pick<TestContext, 'skip'>, name: keyof typeof browsers) =>
  context.skip(!browsers[name](), `${name} is missing: install firefox-esr, webkit2gtk-driver and xvfb`)

/** Placeholder for tests that need PostgreSQL: a file without tests fails. */
export const skipOnEmbedded = (reason: string) =>
  it('these tests need PostgreSQL', context => context.skip(reason))
