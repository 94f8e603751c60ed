import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { output } from './commands'

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

export type ImageSettings = z.output<typeof settings>['Docker']['config']

/** What an image says of how it is run. */
export const settingsOf = (image: string): ImageSettings =>
  settings.parse(JSON.parse(output('buildah', 'inspect', '--type', 'image', image))).Docker.config

/** An image's files and the folders that are its volumes. */
export type Unpacked = { readonly root: string; readonly volumes: string; readonly settings: ImageSettings }

/**
 * Mounts what a container has, makes the rest read-only, and runs the command as the image's user, without
 * privileges: what an engine does with `--read-only --cap-drop ALL`, but for control groups and the network.
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
