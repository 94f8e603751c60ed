import { Confirm } from 'react-admin'

type Props = { readonly onConfirm: () => void; readonly onClose: () => void }

/** Asks whether to sign out although that ends uploads. */
export const SignOutQuestion = (props: Props) => (
  <Confirm isOpen title="menu.logout" content="uploads.signOut" {...props} />
)
