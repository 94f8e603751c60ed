import { z } from 'zod'

/** Firebase reserves this prefix for projects that do not exist: no real account can have a token for one. */
const isDemo = (projectId: string) => projectId.startsWith('demo-')

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(value => new URL(value).origin === value.replace(/\/$/, ''))
  .transform(value => new URL(value).origin)

/** One or more origins, separated by commas. */
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
 * Validates the combination of settings; returns messages. Emulator tokens are unsigned, so anyone can forge
 * one: they are accepted only outside production, and only for a project that cannot exist.
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
