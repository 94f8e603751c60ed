import S3rver from '@20minutes/s3rver'
import { bucket } from './s3-bucket'
import { completeRequests } from './s3-requests'

/** The player reads pixels of videos, which browsers only allow with CORS. */
const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
  <AllowedMethod>HEAD</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`

/** Program that starts an S3-compatible server and prints its port. Arguments: port, folder. */
const [port = '0', directory = ''] = process.argv.slice(2)
const server = new S3rver({
  ...{ address: '127.0.0.1', port: Number(port), directory, silent: true, vhostBuckets: false },
  configureBuckets: [{ name: bucket, configs: [cors] }],
})
completeRequests(server)
process.stdout.write(`${(await server.run()).port}\n`)
