import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { openList } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

it.each([
  [429, 'too_many_requests', 45, 'Too many requests. Try again in 45 s.'],
  [429, 'too_many_requests', 600, 'Too many requests. Try again in 10 min.'],
  [429, 'too_many_requests', undefined, 'Too many requests. Wait a moment, then try again.'],
  [503, 'unavailable', 5, 'The service is not available right now. Try again in 5 s.'],
  [0, 'intercepted', undefined, 'The server cannot be reached: something else answered'],
  [403, 'refused_by_proxy', undefined, 'a proxy or firewall before it refused this request'],
  [413, 'too_large_for_proxy', undefined, 'A proxy before the server takes no request of this size.'],
])(
  'a list rejected with %i, %s and Retry-After %s shows what to do',
  async (status, code, retryAfter, text) => {
    const api = fakeApi()
    api.answering('GET /medias', refusing(status, code, retryAfter === undefined ? {} : { retryAfter }))
    await openList('medias', '', { api })
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent).join()).toContain(text)
  },
)
