import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Runs a system program to its end, and shows its errors. @returns its output */
export const output = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  }).trim()

/** Runs a system program to its end, with inherited output. */
const show = (command: string, ...args: readonly string[]) =>
  void execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

/** Options without which a machine that may not use control groups cannot build or run. */
const confined = ['--isolation=chroot', '--network=host']

/** Calls `use` with a container made from an image, which is removed afterwards. */
export const withContainer = async <T>(image: string, use: (container: string) => T | Promise<T>) => {
  const container = output('buildah', 'from', image)
  try {
    return await use(container)
  } finally {
    output('buildah', 'rm', container)
  }
}

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
  // Some machines allow only so many open files, and buildah would request its higher default.
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

const settings = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
      User: z.string(),
      WorkingDir: z.string(),
      Volumes: z.record(z.string(), z.unknown()),
    }),
  }),
})

type ImageSettings = z.output<typeof settings>['Docker']['config']

/** Run settings of an image. */
export const settingsOf = (image: string): ImageSettings =>
  settings.parse(JSON.parse(output('buildah', 'inspect', '--type', 'image', image))).Docker.config

/** An image's files and the folders that are its volumes. */
export type Unpacked = { readonly root: string; readonly volumes: string; readonly settings: ImageSettings }

/**
 * Mounts the volumes of a container, makes the rest read-only, and runs the command as the image's user, without
 * privileges: like an engine with `--read-only --cap-drop ALL`, except for control groups and the network.
 */
const script = `set -e
root=$1 volumes=$2 user=$3 folder=$4; shift 4
mount --bind "$root" "$root"
for volume in $VOLUMES; do mount --bind "$volumes$volume" "$root$volume"; done
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind /etc/resolv.conf "$root/etc/resolv.conf"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "\${user%:*}" --regid "\${user#*:}" --clear-groups \\
  --no-new-privs --bounding-set=-all --inh-caps=-all env --chdir "$folder" -i "$@"`

const makeVolumes = ({ volumes, settings: { User, Volumes } }: Unpacked) => {
  const [uid = 0, gid = 0] = User.split(':').map(Number)
  for (const folder of Object.keys(Volumes)) {
    mkdirSync(join(volumes, folder), { recursive: true, mode: 0o700 })
    chownSync(join(volumes, folder), uid, gid)
  }
}

/** Starts a command of the image, by its entry point; `env` holds settings as NAME=value. */
export const startIn = (
  image: Unpacked,
  command: readonly string[],
  env: readonly string[] = [],
  folder = image.settings.WorkingDir,
): ChildProcess => {
  const { root, volumes, settings } = image
  makeVolumes(image)
  const given = [...settings.Env, ...env, ...settings.Entrypoint, ...command]
  const args = ['-c', script, 'sh', root, volumes, settings.User, folder, ...given]
  return spawn('unshare', ['--mount', '--pid', '--fork', 'sh', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, VOLUMES: Object.keys(settings.Volumes).join(' ') },
  })
}

/** The process that is number 1 inside: the one that a container engine sends its signals to. */
export const firstProcess = ({ pid }: ChildProcess) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])
