import { newUid } from '~/server/platform/crypto/tokens'
import type { Cast, DemoRow } from './cast'
import type { FileRow, Kept } from './kept'
import type { Material } from './material'

/** Accounts with a picture, among those whose password is shown. */
const pictured = ['admin', 'partner', 'editor']
/** Companies with a logo, in addition to every fifth. */
const branded = ['Musée du Littoral', 'Panorama Partners', 'Costa Verde Hoteles']

/** Every nth of the other users has a picture. */
const USERS = 7
const COMPANIES = 5

/** Sets the picture of a record. @returns the row of its file */
const give = (row: DemoRow, resource: string, field: string, { file, id: from, md5 }: Kept): FileRow => {
  const id = newUid()
  row[field] = id
  return {
    ...{ id, userUid: '', label: file.name, contentType: file.contentType, size: file.bytes.length, md5 },
    ...{ owner: `${resource}/${row.uid}`, field, from },
  }
}

/** Gives some users a picture and some companies a logo; the others are shown by their initials. */
export const giveAvatars = ({ companies, people, account }: Cast, { portraits, logos }: Material) => {
  const known = pictured.map(account)
  const faces = people.filter(
    (person, index) => known.includes(person) || (person.status === 'active' && index % USERS === 0),
  )
  const marks = companies.filter(({ name }, index) => branded.includes(name) || index % COMPANIES === 0)
  return [
    ...faces.map((row, index) => [row, 'users', 'picture', portraits[index % portraits.length]] as const),
    ...marks.map((row, index) => [row, 'companies', 'logo', logos[index % logos.length]] as const),
  ].flatMap(([row, resource, field, kept]) => (kept ? [give(row, resource, field, kept)] : []))
}
