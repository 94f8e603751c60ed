// Built into a separate file, /push-worker.js (scripts/build-plugins.ts): notifications while no tab is open.

declare const self: ServiceWorkerGlobalScope

type Message = { readonly id: string; readonly title: string; readonly path: string }

const openTabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification, unless a visible tab shows it itself. */
const show = async ({ id, title, path }: Message) => {
  const tabs = await openTabs()
  if (tabs.some(tab => tab.visibilityState === 'visible')) return
  await self.registration.showNotification(title, { tag: id, data: { path } })
}

const go = async (path: string) => {
  const [tab] = await openTabs()
  if (!tab) return self.clients.openWindow(path)
  await tab.focus()
  return tab.navigate(path)
}

self.addEventListener('push', event => {
  if (event.data) event.waitUntil(show(event.data.json()))
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(go(event.notification.data.path))
})

export {}
