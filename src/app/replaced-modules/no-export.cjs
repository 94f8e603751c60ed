/** Replaces `jsonexport`: src/admin exports lists in a format for spreadsheets. */
module.exports = () => {
  throw new Error('Lists are exported by src/admin/list/export-list.ts')
}
