import { HomePage } from '~/src/features/home/home-page'
import { menuItemsFor, useMe } from './menu-items'

export const Home = () => {
  const me = useMe()
  const sections = menuItemsFor(me?.role).filter(item => item.key !== 'home')
  return <HomePage firstname={me?.firstname ?? ''} lang={me?.lang ?? 'en'} sections={sections} />
}
