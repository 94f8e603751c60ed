/** Interface languages; the first is the default (specification §1). */
export const languages = ['en', 'fr', 'es'] as const
export type Language = (typeof languages)[number]
