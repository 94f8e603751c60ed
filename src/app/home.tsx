import { HomePage } from '~/src/features/home/home-page'
import { useMe, useMenuItems } from './menu-items'

export const Home = () => {
  const me = useMe()
  const hasSections = useMenuItems().some(item => item.key !== 'home')
  return <HomePage firstname={me?.firstname ?? ''} lang={me?.lang ?? 'en'} hasSections={hasSections} />
}
