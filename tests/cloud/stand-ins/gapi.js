// Replaces https://apis.google.com/js/api.js, of which Firebase's sign-in window uses one feature: messages between
// a page and its frame, implemented here with postMessage.
;(() => {
  const handlers = { __ping: () => 1 }
  const waiting = new Map()
  let count = 0

  const link = post => {
    const ask = (name, data, done) => {
      count += 1
      waiting.set(count, done)
      post({ gapi: true, id: count, name, data })
    }
    addEventListener('message', async ({ data: message, source }) => {
      if (!message?.gapi) return
      if ('answer' in message) {
        const done = waiting.get(message.id)
        waiting.delete(message.id)
        // Errors of the callback are ignored, as in the original.
        await Promise.resolve(message.answer)
          .then(done)
          .catch(() => undefined)
        return
      }
      const answer = await Promise.resolve(message.data)
        .then(handlers[message.name])
        .catch(() => null)
      source.postMessage({ gapi: true, id: message.id, answer: [answer ?? null] }, '*')
    })
    return {
      register: (name, handler) => {
        handlers[name] = handler
      },
      restyle: () => Promise.resolve(),
      send: (name, data, done) => ask(name, data, done ?? (() => undefined)),
      ping: done =>
        new Promise(resolve => {
          const again = setInterval(
            () =>
              ask('__ping', null, () => {
                clearInterval(again)
                done?.()
                resolve()
              }),
            50,
          )
        }),
    }
  }

  const open = ({ url }, opened) => {
    const frame = document.createElement('iframe')
    frame.src = url
    frame.style.cssText = 'position:absolute;top:-100px;width:1px;height:1px'
    document.body.append(frame)
    return Promise.resolve(opened(link(message => frame.contentWindow.postMessage(message, '*'))))
  }

  window.gapi = {
    load: (_, given) => setTimeout(typeof given === 'function' ? given : given.callback),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      getContext: () => ({ open, getParentIframe: () => link(message => parent.postMessage(message, '*')) }),
    },
  }
  const loaded = new URL(document.currentScript.src).searchParams.get('onload')
  setTimeout(() => {
    window[loaded]?.()
    window.gapi_onload?.()
  })
})()
