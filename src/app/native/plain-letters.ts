/** Replaces `diacritic`, a table of letters by which react-admin searches the names of columns. */
export default {
  clean: (text: string) => text.normalize('NFD').replace(/\p{Diacritic}/gu, ''),
}
