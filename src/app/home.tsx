import { HomePage } from '~/src/features/home/home-page'
import { menuItemsFor } from './menu-items'
import { useMe } from './use-me'

export const Home = () => {
  const me = useMe()
  const sections = menuItemsFor(me?.role).filter(item => item.key !== 'home')
  return <HomePage firstname={me?.firstname ?? ''} lang={me?.lang ?? 'en'} sections={sections} />
}
