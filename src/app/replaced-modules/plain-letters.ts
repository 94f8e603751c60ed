/** Replaces `diacritic`, a large table of letters that react-admin imports as a whole to search the names of columns. */
export const clean = (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, '')
