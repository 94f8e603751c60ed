// Evaluates Storage rules in place of Google's Java program, with its JSON line protocol: a signed-in user has full
// access to files under temp--<their uid>--, and no other access is allowed (the rule is in docs/cloud.md).
const { createInterface } = require('node:readline')

const say = message => process.stdout.write(`${JSON.stringify(message)}\n`)
const fine = { status: 'ok', errors: [], warnings: [] }

const fieldsOf = value => value?.map_value?.fields ?? {}

const isPermitted = context => {
  const request = fieldsOf(context?.variables?.request)
  const uid = fieldsOf(request.auth).uid?.string_value
  const path = JSON.stringify(request.path ?? '')
  return uid !== undefined && path.includes(`temp--${uid}--`)
}

say({ id: -1, status: 'ok' })
createInterface({ input: process.stdin })
  .on('line', line => {
    const { id, action, context } = JSON.parse(line)
    const result = action === 'load_ruleset' ? { rulesVersion: 2 } : { permit: isPermitted(context) }
    say({ id, ...fine, result })
  })
  .on('close', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
