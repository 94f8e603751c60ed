/** In place of `jsonexport`: lists are exported by src/admin, as spreadsheets read them. */
module.exports = () => {
  throw new Error('Lists are exported by src/admin/list/export-csv.ts')
}
