import { createServer } from 'node:http'

/** A vendor of accounts: `/users?of=100000&from=0`, 100 a page. It answers as cheaply as it can. */
const pageLength = 100
const filler = 'All that a vendor tells about an account beyond what was asked. '
const dayMs = 86_400_000
const nowMs = Date.now()

const server = createServer((request, response) => {
  const query = new URL(request.url ?? '', 'http://vendor').searchParams
  const count = Number(query.get('of'))
  const from = Number(query.get('from'))
  const users = Array.from({ length: Math.min(pageLength, count - from) }, (_, index) => createUser(from + index))
  const next = from + pageLength < count ? `/users?of=${count}&from=${from + pageLength}` : null
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ users, next }))
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})

/** One in a hundred is wanting. They come in the order of no member, as vendors send them. */
function createUser(number: number) {
  const isWanting = number % 100 === 7
  return {
    id: `u${((number * 7_919) % 1_000_003).toString(36).padStart(6, '0')}-${number}`,
    name: `Account ${number}`,
    mail: `account-${number}@${isWanting ? 'elsewhere' : 'acme'}.example`,
    guest: number % 50 === 3,
    service: number % 40 === 5,
    state: number % 100 === 9 ? 'invited' : 'active',
    owner: number < 3,
    mfa: !isWanting,
    created: new Date(nowMs - 400 * dayMs).toISOString(),
    seen: new Date(nowMs - (isWanting ? 200 : 2) * dayMs).toISOString(),
    description: filler.repeat(4),
  }
}
