import { useState } from 'react'
import { Confirm, useLogout } from 'react-admin'
import { busyUploads } from '~/src/upload/busy-uploads'

/** Signs out; asks first where that ends uploads. `question`: to be shown beside what signs out. */
export const useSignOut = () => {
  const logout = useLogout()
  const [asking, setAsking] = useState(false)
  const leave = async () => {
    setAsking(false)
    await busyUploads.cancel().catch(() => undefined)
    await logout()
  }
  const signOut = () => (busyUploads.any() ? setAsking(true) : void logout())
  const question = asking && (
    <Confirm
      isOpen
      title="menu.logout"
      content="uploads.signOut"
      onConfirm={() => void leave()}
      onClose={() => setAsking(false)}
    />
  )
  return { signOut, question }
}
