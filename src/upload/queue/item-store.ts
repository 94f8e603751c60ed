import type { QueueItem, RecordPlan } from './queue-item'

const newItem = (id: number, plan: RecordPlan): QueueItem => ({
  ...{ id, plan, name: plan.name, checked: 0, sent: 0, speed: 0 },
  status: plan.problem ? 'refused' : 'checking',
  total: plan.parts.reduce((sum, { file }) => sum + file.size, 0),
})

/** The items of a queue, in the shape of React's `useSyncExternalStore`. */
export const itemStore = () => {
  let items: readonly QueueItem[] = []
  let last = 0
  const listeners = new Set<() => void>()
  const set = (next: readonly QueueItem[]) => {
    items = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    get: (id: number) => items.find(item => item.id === id),
    add: (plans: readonly RecordPlan[]) => {
      const added = plans.map(plan => {
        last += 1
        return newItem(last, plan)
      })
      set([...items, ...added])
      return added
    },
    change: (id: number, change: Partial<QueueItem>) =>
      set(items.map(item => (item.id === id ? { ...item, ...change } : item))),
    remove: (id: number) => set(items.filter(item => item.id !== id)),
  }
}

export type ItemStore = ReturnType<typeof itemStore>
