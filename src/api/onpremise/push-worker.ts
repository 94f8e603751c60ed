// Built into a file of its own, /push-worker.js (scripts/push-worker.ts): notices while no tab of the panel is open.

type Notice = { readonly id: string; readonly title: string; readonly path: string }
type Lasting = { waitUntil(work: Promise<unknown>): void }
type Tab = {
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  navigate(path: string): Promise<unknown>
}

// What a service worker has and a page has not: TypeScript knows the one or the other.
declare const clients: {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>
  openWindow(path: string): Promise<unknown>
}
declare const registration: ServiceWorkerRegistration
declare function addEventListener(
  type: 'push',
  listener: (event: Lasting & { readonly data: { json(): Notice } | null }) => void,
): void
declare function addEventListener(
  type: 'notificationclick',
  listener: (event: Lasting & { readonly notification: Notification }) => void,
): void

const openTabs = () => clients.matchAll({ type: 'window', includeUncontrolled: true })

/** A tab that is looked at has said it itself. */
const show = async ({ id, title, path }: Notice) => {
  const tabs = await openTabs()
  if (tabs.some(tab => tab.visibilityState === 'visible')) return
  await registration.showNotification(title, { tag: id, data: { path } })
}

const go = async (path: string) => {
  const [tab] = await openTabs()
  if (!tab) return clients.openWindow(path)
  await tab.focus()
  return tab.navigate(path)
}

addEventListener('push', event => {
  if (event.data) event.waitUntil(show(event.data.json()))
})

addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(go(event.notification.data.path))
})

export {}
