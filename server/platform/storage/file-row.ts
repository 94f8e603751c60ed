/** The table of files, as node-postgres returns it: uploads, and the files of records (`owner`, `field`). */
export type FileRow = {
  id: string
  user_uid: string
  label: string
  content_type: string
  /** Null until it is known. */
  size: string | null
  /** Null until the upload is complete. */
  md5: string | null
  owner: string | null
  field: string | null
  created_at: Date
}
