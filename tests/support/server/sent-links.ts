import type { Api } from './api'
import { listAll } from './demo-world'

type Mail = { uid: string; email: string; action: string; lang: string; subject: string; createdAt: string }
type Message = { readonly text: string; readonly html: string }

/** The e-mails to an address in root's outbox, the latest first. */
export const mailsTo = async (root: Api, email: string) => {
  const mails = await listAll<Mail>(root, 'mails', { email })
  return mails.sort((one, other) => other.createdAt.localeCompare(one.createdAt))
}

export const linkIn = (text: string) => /https?:\/\/\S+\/onboarding\/[^\s\])"<]+/.exec(text)?.[0] ?? ''

/** The last e-mail to an address and the link in it; `hash` is its last part, `<uid>-<key>`. */
export const lastLink = async (root: Api, email: string) => {
  const [mail] = await mailsTo(root, email)
  if (!mail) throw new Error(`No e-mail to ${email}`)
  const { body } = await root.get<Message>(`mails/${mail.uid}/message`)
  const link = linkIn(body.text)
  const { lang, subject, action } = mail
  return { lang, subject, action, text: body.text, link, hash: link.split('/').at(-1) ?? '' }
}
