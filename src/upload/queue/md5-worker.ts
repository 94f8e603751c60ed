import { md5Of } from './md5'

/** `share`: progress from 0 to 1; `md5Hash`: the result; `failed`: the file cannot be read. */
export type Md5Message =
  | { readonly share: number }
  | { readonly md5Hash: string }
  | { readonly failed: string }

const tell = (message: Md5Message) => self.postMessage(message)

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  md5Of(data, share => tell({ share })).then(
    md5Hash => tell({ md5Hash }),
    (error: unknown) => tell({ failed: String(error) }),
  )
})
