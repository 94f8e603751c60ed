import { createHash } from 'node:crypto'
import texts from '~/i18n/en/sign-in.json'
import { escapeHtml } from '~/model/mail-rendering'

/** What the window of the provider tells the page that opened it: a code to exchange, or what went wrong. */
export type CallbackMessage = { readonly code: string } | { readonly problem: string }

/** Only pages of our own origin can hear this, and only the one that began can use what it hears. */
const script =
  "const {flow,word}=document.body.dataset;if(flow){new BroadcastChannel('vecto-oidc-'+flow).postMessage(JSON.parse(word));close()}"
const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;padding:2rem;box-sizing:border-box}p{max-width:30rem;text-align:center}'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but this page's own two lines runs in it. */
export const callbackPolicy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The page on which the provider's window ends: it hands its word on and closes.
 * @param flow the sign-in that it belongs to; empty where it belongs to none of this browser's, so that nobody is told
 */
export const callbackPage = (flow: string, word: CallbackMessage) => {
  const text = 'code' in word ? texts.callbackDone : texts.callbackFailed
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>vecto admin</title><style>${style}</style></head><body data-flow="${escapeHtml(flow)}" data-word="${escapeHtml(JSON.stringify(word))}"><p>${text}</p><script>${script}</script></body></html>`
}
