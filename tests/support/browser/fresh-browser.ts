import { afterEach, beforeEach } from 'vitest'
import { panelStore } from '~/src/app/panel-store'

const forget = () => {
  panelStore.reset()
  localStorage.clear()
  sessionStorage.clear()
}

/** Each test starts in a browser with empty storage. */
export const freshBrowser = () => {
  beforeEach(forget)
  afterEach(forget)
}
