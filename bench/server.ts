import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { ServerStats } from './vendor.ts'

/**
 * The vendor: a process of its own on loopback, which answers as cheaply as possible, so that only clients are
 * measured. The first part of a path is its delay, in ms, or `limited`.
 *
 * - `/0/small/<id>`: 0.8 kB of JSON
 * - `/5/repos?page=1&pages=20`: 100 items (54 kB), the next page by a Link header
 * - `/limited/small/<id>`: the same as small, within a token bucket of 1,000/s and burst 100, else 429
 */
const itemsPerPage = 100
const distinctPages = 20
const bucket = { perMs: 1, burst: 100 }

const filler = 'All that a vendor tells about a thing beyond what was asked. '
const smallRest = JSON.stringify({ enabled: true, updatedAt: '2026-01-31T12:00:00Z', text: filler.repeat(12) }).slice(1)
const createItem = (id: number, name: string) => ({
  id,
  name,
  private: true,
  archived: false,
  description: filler.repeat(7),
})
/** All items of a page but the first, which differs on every page: a list whose pages come again has no end. */
const rests = Array.from({ length: distinctPages }, (_, page) =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: itemsPerPage - 1 }, (_, index) => {
        const id = page * itemsPerPage + index + 1
        return createItem(id, `repo-${id}`)
      }),
    ).replace('[', ','),
  ),
)

let stats = { requests: 0, limited: 0, sockets: 0 }
let tokens = bucket.burst
let refilledAtMs = performance.now()

const server = createServer((request, response) => {
  stats.requests++
  if (!/^(?:Bearer|token) [0-9a-f]{40}$/.test(request.headers.authorization ?? '')) return send(response, 401, {}, '{}')
  const url = request.url ?? ''
  const end = url.indexOf('/', 1)
  const first = url.slice(1, end)
  const path = url.slice(end)
  if (first === 'limited') return limited(response, path)
  const delayMs = Number(first)
  if (delayMs === 0) return answer(response, path, url)
  setTimeout(() => answer(response, path, url), delayMs)
})

server.keepAliveTimeout = 120_000
server.on('connection', () => {
  stats.sockets++
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  const address = server.address()
  process.send?.({ origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})

/** Any message requests the counts since the last one. */
process.on('message', () => {
  const told: ServerStats = stats
  stats = { requests: 0, limited: 0, sockets: 0 }
  tokens = bucket.burst
  refilledAtMs = performance.now()
  process.send?.({ stats: told })
})
process.on('disconnect', () => process.exit())

function answer(response: ServerResponse, path: string, url: string, headers: Record<string, string> = {}): void {
  if (path.startsWith('/repos?')) {
    list(response, path, url)
  } else {
    const id = JSON.stringify(path.slice(path.lastIndexOf('/') + 1))
    send(response, 200, headers, `{"id":${id},${smallRest}`)
  }
}

function list(response: ServerResponse, path: string, url: string): void {
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const page = Number(query.get('page'))
  const last = Number(query.get('pages'))
  const host = response.req.headers.host ?? ''
  const at = (number: number) => `<http://${host}${url.replace(/page=\d+/, `page=${number}`)}>`
  const link = page < last ? `${at(page + 1)}; rel="next", ${at(last)}; rel="last"` : `${at(1)}; rel="first"`
  const first = Buffer.from(`[${JSON.stringify(createItem(page, `repo-of-page-${page}`))}`)
  send(response, 200, { link }, Buffer.concat([first, rests[(page - 1) % distinctPages] ?? Buffer.from(']')]))
}

/** Reports the rest of the bucket, and in how many seconds it is full again, so that clients can learn the rate. */
function limited(response: ServerResponse, path: string): void {
  const nowMs = performance.now()
  tokens = Math.min(bucket.burst, tokens + (nowMs - refilledAtMs) * bucket.perMs)
  refilledAtMs = nowMs
  const allowed = tokens >= 1
  if (allowed) tokens--
  const headers = {
    'x-ratelimit-limit': String(bucket.burst),
    'x-ratelimit-remaining': String(Math.floor(tokens)),
    'x-ratelimit-reset': ((bucket.burst - tokens) / bucket.perMs / 1000).toFixed(3),
  }
  if (allowed) {
    answer(response, path, '', headers)
  } else {
    stats.limited++
    send(response, 429, { ...headers, 'retry-after': '1' }, '{"message":"Too many requests"}')
  }
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body: string | Buffer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, max-age=60',
    vary: 'Accept, Authorization',
    'x-request-id': randomUUID(),
    ...headers,
  })
  response.end(body)
}
