import { md5Of } from './md5'

/** `share`: progress from 0 to 1; `md5Hash`: the result; `failed`: the file cannot be read. */
export type Md5Message =
  | { readonly share: number }
  | { readonly md5Hash: string }
  | { readonly failed: string }

const post = (message: Md5Message) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  md5Of(data, share => post({ share })).then(
    md5Hash => post({ md5Hash }),
    (error: unknown) => post({ failed: String(error) }),
  )
})
