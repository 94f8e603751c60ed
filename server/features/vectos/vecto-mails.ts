import { sql } from 'drizzle-orm'
import type { Vecto } from '~/model/record-types'
import { uidOf } from '~/model/refs'
import type { Language } from '~/model/roles'
import { failed } from '~/model/vecto-states'
import { isVideoReason } from '~/model/video-reasons'
import { enqueueMail } from '~/server/features/mails/enqueue-mail'
import { panelAddress } from '~/server/platform/config/panel-address'
import type { Context } from '~/server/records/hooks'
import { reasonText } from '~/server/records/labels'

type Maker = {
  uid: string
  email: string
  firstname: string | null
  lastname: string | null
  lang: Language | null
  company: string
  company_uid: string
}

/** The user who requested a 3D video, if they are active and want notifications. */
const makerOf = async ({ tx }: Context, vecto: Vecto): Promise<Maker | undefined> => {
  const ref = vecto.createdBy?.ref
  if (!ref) return undefined
  const [maker] =
    await tx.query<Maker>(sql`select u.uid, u.email, u.firstname, u.lastname, u.lang, u.company_uid,
      c.name as company
    from users u join companies c on c.uid = u.company_uid
    where u.uid = ${uidOf(ref)} and u.status = 'active' and u.notifications`)
  return maker
}

/** The e-mail for a vecto that has just ended. A rename or a manual cancellation sends none. */
const endOf = (before: Vecto, after: Vecto) => {
  if (before.status === after.status || before.status === 'renaming') return undefined
  if (after.status === 'completed') return 'vectoCompleted'
  return failed.some(status => status === after.status) && after.reasonCode !== 'cancelled'
    ? 'vectoFailed'
    : undefined
}

/** Sends an e-mail to the user who requested a 3D video, in the change that ends it. */
export const tellMaker = async (context: Context, before: Vecto, after: Vecto) => {
  const action = endOf(before, after)
  const maker = action && (await makerOf(context, after))
  if (!action || !maker) return
  const { uid, email, firstname, lastname, company } = maker
  const lang = maker.lang ?? 'en'
  const code = isVideoReason(after.reasonCode) ? after.reasonCode : 'internal'
  const video = uidOf(after.video?.ref ?? '')
  await enqueueMail(context, {
    action,
    to: { email, lang, user: uid, company: maker.company_uid },
    values: {
      ...{ firstname: firstname ?? '', lastname: lastname ?? '', company, vecto: String(after.name) },
      reason: action === 'vectoFailed' ? reasonText(code, lang) : '',
      link: `${panelAddress(context.services.config)}/video3d/show/${video}/${after.uid}`,
    },
  })
}
