import { createHash } from 'node:crypto'
import { callbackDone, callbackFailed } from '~/i18n/en/sign-in'
import { escapeHtml } from '~/model/mail/mail-rendering'

/** The message from the provider's window to the page that opened it: a code to exchange, or an error. */
export type CallbackMessage = { readonly code: string } | { readonly problem: string }

/** Only pages of the same origin receive the message, and only the page that began the sign-in can use it. */
const script =
  "const {flow,word}=document.body.dataset;if(flow){new BroadcastChannel('vecto-oidc-'+flow).postMessage(JSON.parse(word));close()}"
const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;display:grid;place-items:center;min-height:100vh;margin:0;padding:2rem;box-sizing:border-box}p{max-width:30rem;text-align:center}'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content security policy: only this page's own inline script and style are allowed. */
export const callbackPolicy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The final page of the provider's window: it posts its message to the opening page and closes.
 * @param flow the sign-in it belongs to; empty if this browser has no such sign-in: nothing is posted
 */
export const callbackPage = (flow: string, word: CallbackMessage) => {
  const text = 'code' in word ? callbackDone : callbackFailed
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>vecto admin</title><style>${style}</style></head><body data-flow="${escapeHtml(flow)}" data-word="${escapeHtml(JSON.stringify(word))}"><p>${text}</p><script>${script}</script></body></html>`
}
