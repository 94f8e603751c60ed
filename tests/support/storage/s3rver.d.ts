declare module '@20minutes/s3rver' {
  export type Context = {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string | undefined>>
    readonly query: Readonly<Record<string, string | undefined>>
    readonly params: { bucket: string; readonly key?: string }
    status: number
    body: unknown
  }
  export type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly directory: string
      readonly silent: boolean
      readonly vhostBuckets?: boolean
      readonly configureBuckets: readonly { readonly name: string; readonly configs?: readonly string[] }[]
    })
    readonly middleware: Middleware[]
    readonly store: { getResourcePath(bucket: string, key: string | undefined, resource: string): string }
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string)
    readonly code: string
  }
}

declare module '@20minutes/s3rver/lib/routes.js' {
  import type { Middleware } from '@20minutes/s3rver'

  const router: { readonly stack: readonly { readonly stack: Middleware[] }[] }
  export default router
}
