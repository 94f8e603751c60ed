import { buildCloud } from './build'

const folder = process.argv[2] ?? 'dist-firebase'

/** `npm run cloud:build [-- <folder>]`: makes the folder that `firebase deploy` takes (docs/cloud.md). */
if (await buildCloud(folder))
  console.log(
    `Wrote ${folder}. Next: cd ${folder}/functions && npm ci --omit=dev, then firebase deploy in ${folder}.`,
  )
else {
  console.error('A build failed; the messages above say why.')
  process.exitCode = 1
}
