import { z } from 'zod'

/** Firebase reserves these names for projects that do not exist: no real account can have a token of one. */
const isDemo = (projectId: string) => projectId.startsWith('demo-')

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(value => new URL(value).origin === value.replace(/\/$/, ''))
  .transform(value => new URL(value).origin)

/** One address or several, separated by commas. */
export const origins = z
  .string()
  .transform(value => value.split(',').map(each => each.trim()))
  .pipe(z.array(origin).min(1))

type FirebaseSettings = {
  readonly FIREBASE_PROJECT_ID?: string | undefined
  readonly FIREBASE_EMULATOR: boolean
  readonly FIREBASE_PANEL_ORIGIN?: readonly string[] | undefined
}

/**
 * What is wrong with the settings together, in words. The emulator's tokens are unsigned, so that anyone can write
 * one: they are taken outside production alone, and only for a project that cannot exist.
 */
export const firebaseProblems = (settings: FirebaseSettings, nodeEnv: string | undefined): string[] => {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_EMULATOR, FIREBASE_PANEL_ORIGIN } = settings
  const problems = [
    FIREBASE_EMULATOR &&
      nodeEnv === 'production' &&
      'FIREBASE_EMULATOR=1 is refused: NODE_ENV is production.',
    FIREBASE_EMULATOR &&
      !isDemo(project ?? '') &&
      'FIREBASE_EMULATOR=1 is refused: it takes a FIREBASE_PROJECT_ID that begins with demo-.',
    FIREBASE_PANEL_ORIGIN &&
      !project &&
      'FIREBASE_PANEL_ORIGIN is refused: it takes a FIREBASE_PROJECT_ID, whose panel that is.',
  ]
  return problems.filter(problem => typeof problem === 'string')
}
