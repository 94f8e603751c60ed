import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { confined, output, show, withContainer } from './commands'

const cache = '.cache/image'

export const images = {
  base: 'localhost/vecto-base',
  node: 'localhost/vecto-node',
  product: 'localhost/vecto',
} as const

/** Debian from its packages, for machines that reach no registry of images. Kept from one check to the next. */
const makeBase = () => {
  const archive = join(cache, 'bookworm.tar')
  mkdirSync(cache, { recursive: true })
  if (!existsSync(archive)) show('mmdebstrap', '--variant=minbase', 'bookworm', archive)
  return withContainer('scratch', container => {
    output('buildah', 'add', container, archive, '/')
    output('buildah', 'commit', container, images.base)
  })
}

/** npm's folder: its program on PATH is a link into it. */
const npmFolder = () => dirname(dirname(realpathSync(output('which', 'npm'))))

/** The authorities that this machine trusts, where Debian keeps them: its own proxy may be among them. */
const trusted = '/etc/ssl/certs/ca-certificates.crt'

/** The base with this machine's Node and npm, where the official image has them. */
const makeNode = () =>
  withContainer(images.base, container => {
    const npm = '/usr/local/lib/node_modules/npm'
    output('buildah', 'copy', container, realpathSync(process.execPath), '/usr/local/bin/node')
    output('buildah', 'copy', container, npmFolder(), npm)
    output('buildah', 'copy', container, trusted, trusted)
    output('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${trusted}`, container)
    const link = ['ln', '-s', `${npm}/bin/npm-cli.js`, '/usr/local/bin/npm']
    output('buildah', 'run', ...confined, container, '--', ...link)
    output('buildah', 'commit', container, images.node)
  })

/** Builds deploy/Dockerfile on them. */
export const buildImage = async () => {
  await makeBase()
  await makeNode()
  const args = [`BASE=${images.base}`, `NODE=${images.node}`].flatMap(arg => ['--build-arg', arg])
  const files = ['--ignorefile', 'deploy/Dockerfile.dockerignore', '--file', 'deploy/Dockerfile']
  // Some machines give no more open files than these, and buildah asks for what it had as a default.
  const limits = ['--ulimit', 'nofile=1024:1024']
  // Health checks are an addition of this format.
  const format = ['--format', 'docker', '--tag', images.product]
  show('buildah', 'bud', '--quiet', '--layers', ...confined, ...limits, ...args, ...files, ...format, '.')
}

/** Bytes of an image's files. */
export const sizeOf = (image: string) =>
  withContainer(image, container => {
    const [bytes = ''] = output('du', '-sxB1', output('buildah', 'mount', container)).split('\t')
    return Number(bytes)
  })
