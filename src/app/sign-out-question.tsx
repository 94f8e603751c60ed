import { Confirm } from 'react-admin'

type Props = { readonly onConfirm: () => void; readonly onClose: () => void }

/** Confirms a sign-out that cancels uploads. */
export const SignOutQuestion = (props: Props) => (
  <Confirm isOpen title="menu.logout" content="uploads.signOut" {...props} />
)
