import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { formatHttpAnswer } from '../adversarial/servers.ts'

/** A request for a page, and where it came from. */
export interface PageRequest {
  readonly page: 1 | 2
  /** Number of this request among all, from 1. */
  readonly nth: number
  readonly head: string
  readonly origin: string
}

/** What a vendor, a gateway or a proxy sends, and what a check of its list has to end in. */
export interface Situation {
  /** The answer as bytes. The plain page, if it gives none. */
  readonly answer: (socket: Socket, request: PageRequest) => Buffer | undefined
  /** `fail`: all three users were read, of whom the third has no second factor. `error`: it could not be told. */
  readonly ends: 'fail' | 'error'
  /** What the message says. */
  readonly says?: RegExp | undefined
  /** Most requests that it takes. */
  readonly triesMax?: number
  /** Where it comes from: an RFC, a vendor's page, a public issue. */
  readonly source: string
}

type Page = Record<string, unknown>

/** Two users with a second factor, and on the second page one without. */
export function createPage(page: 1 | 2, more: Page = {}): Page {
  const users =
    page === 1
      ? [
          { id: 'u1', mfa: true },
          { id: 'u2', mfa: true },
        ]
      : [{ id: 'u3', mfa: false }]
  return { users, next: page === 1 ? 'p2' : null, ...more }
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  formatHttpAnswer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

/** The second page is lost, and says so in some way. */
export const onSecond =
  (answer: (request: PageRequest) => Buffer): Situation['answer'] =>
  (_socket, request) =>
    request.page === 2 ? answer(request) : undefined
/** The second page comes empty, with members. */
export const emptyWith = (more: Page, status = 200, headers: Record<string, string> = {}) =>
  onSecond(() => json({ users: [], next: null, ...more }, status, headers))
/** The first page comes as if it were all, with members. */
export const cutWith =
  (more: Page, headers: Record<string, string> = {}, status = 200): Situation['answer'] =>
  (_socket, { page }) =>
    page === 1 ? json({ ...createPage(1), next: null, ...more }, status, headers) : undefined
export const once =
  (answer: (request: PageRequest) => Buffer): Situation['answer'] =>
  (_socket, request) =>
    request.nth === 1 ? answer(request) : undefined
export const raw =
  (write: (page: string) => string): Situation['answer'] =>
  (_socket, { page }) =>
    Buffer.from(write(JSON.stringify(createPage(page))), 'latin1')

export const situations: Readonly<Record<string, Situation>> = {
  'nothing odd': { answer: () => undefined, ends: 'fail', source: 'RFC 9110' },

  // Parts of a whole.
  '206 with a range below the total': {
    answer: cutWith({}, { 'content-range': '0-1/3' }, 206),
    ends: 'error',
    says: /Content-Range/,
    source: 'PostgREST/postgrest#2776',
  },
  '200 with a range below the total': {
    answer: cutWith({}, { 'content-range': 'items 0-1/3' }),
    ends: 'error',
    says: /Content-Range/,
    source: 'RFC 9110 §14.4',
  },
  '206 without a range': { answer: cutWith({}, {}, 206), ends: 'error', says: /206/, source: 'RFC 9110 §15.3.7' },
  '202': { answer: emptyWith({}, 202), ends: 'error', says: /202/, source: 'RFC 9110 §15.3.3' },
  '203': { answer: emptyWith({}, 203), ends: 'error', says: /203/, source: 'RFC 9110 §15.3.4' },
  '207 with a part that failed': {
    answer: emptyWith({ responses: [{ status: 503 }] }, 207),
    ends: 'error',
    says: /207/,
    source: 'RFC 4918 §13',
  },
  '218, which is no status': { answer: emptyWith({}, 218), ends: 'error', says: /218/, source: 'Apache: This is fine' },
  '226': { answer: emptyWith({}, 226), ends: 'error', says: /226/, source: 'RFC 3229 §10.4.1' },
  'a total': {
    answer: cutWith({ total: 3 }),
    ends: 'error',
    says: /"total" is 3/,
    source: 'docs/guides/pagination.md',
  },
  'a total in a header': {
    answer: cutWith({}, { 'X-Total-Count': '3' }),
    ends: 'error',
    says: /X-Total-Count/,
    source: 'WP-REST, GitLab',
  },
  'a header with JSON': {
    answer: cutWith({}, { 'X-Pagination': '{"TotalCount":3,"HasNext":true}' }),
    ends: 'error',
    says: /X-Pagination/,
    source: 'ASP.NET samples of Microsoft',
  },
  'a transfer limit': {
    answer: cutWith({ exceededTransferLimit: true }),
    ends: 'error',
    source: 'ArcGIS REST API: Query',
  },
  'a number of items that remain': {
    answer: cutWith({ metadata: { remainingItemCount: 1 } }),
    ends: 'error',
    source: 'Kubernetes ListMeta',
  },
  'a flag of the end that is false': { answer: cutWith({ endOfRecords: false }), ends: 'error', source: 'GBIF API' },
  'keys that were not processed': {
    answer: cutWith({ UnprocessedKeys: { users: {} } }),
    ends: 'error',
    source: 'DynamoDB BatchGetItem',
  },
  'a stale cache': {
    answer: cutWith({}, { 'CF-Cache-Status': 'STALE' }),
    ends: 'error',
    says: /cache/,
    source: 'Cloudflare cache responses',
  },

  // A success that refuses.
  'ok: false': { answer: emptyWith({ ok: false, error: 'ratelimited' }), ends: 'error', source: 'Slack Web API' },
  'success: false': {
    answer: emptyWith({ success: false, message: 'no' }),
    ends: 'error',
    source: 'cli-printing-press#3956',
  },
  'an error object': {
    answer: emptyWith({ error: { code: 101, type: 'invalid_access_key' } }),
    ends: 'error',
    source: 'airbytehq/airbyte#15055',
  },
  'errors beside data': {
    answer: emptyWith({ errors: [{ message: 'shard timed out' }] }),
    ends: 'error',
    source: 'GraphQL §7.1.2',
  },
  'a code of the vendor': {
    answer: emptyWith({ code: 99_991_663, msg: 'token invalid' }),
    ends: 'error',
    source: 'Feishu server API',
  },
  'a sentence': {
    answer: emptyWith({ message: 'You are not authorized to list users' }),
    ends: 'error',
    source: 'own',
  },
  'a status in words': {
    answer: emptyWith({ status: 'REQUEST_DENIED' }),
    ends: 'error',
    source: 'Google Maps web services',
  },
  'work that goes on': {
    answer: emptyWith({ jobComplete: false }),
    ends: 'error',
    source: 'BigQuery jobs.getQueryResults',
  },
  'a sign-in page': {
    answer: onSecond(() =>
      formatHttpAnswer(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
    ),
    ends: 'error',
    says: /login page/,
    source: 'RFC 9110 §8.3',
  },
  'an empty body': {
    answer: onSecond(() => formatHttpAnswer(200, {}, '')),
    ends: 'error',
    says: /204/,
    source: 'RFC 9110 §15.3.1',
  },

  // Bytes and numbers.
  'ISO 8859-1 that is declared': {
    answer: (_socket, { page }) =>
      formatHttpAnswer(
        200,
        { 'content-type': 'application/json; charset=iso-8859-1' },
        Buffer.from(JSON.stringify(createPage(page, { note: 'J\u00fcrgen' })), 'latin1'),
      ),
    ends: 'fail',
    source: 'axios/axios#501',
  },
  'ISO 8859-1 that is not': {
    answer: onSecond(() =>
      formatHttpAnswer(
        200,
        { 'content-type': 'application/json' },
        Buffer.from(JSON.stringify(createPage(2, { note: 'J\u00fcrgen' })), 'latin1'),
      ),
    ),
    ends: 'error',
    says: /charset/,
    source: 'request/request#570',
  },
  'UTF-16 with a mark': {
    answer: (_socket, { page }) =>
      formatHttpAnswer(200, {}, Buffer.from(`\ufeff${JSON.stringify(createPage(page))}`, 'utf16le')),
    ends: 'fail',
    source: 'RFC 4627 §3',
  },
  'a cursor above 2^53': {
    answer: (_socket, { page, head }) =>
      page === 1 && !head.includes('9007199254740993')
        ? formatHttpAnswer(
            200,
            { 'content-type': 'application/json' },
            JSON.stringify(createPage(1)).replace('"p2"', '9007199254740993'),
          )
        : undefined,
    ends: 'fail',
    source: 'iswalle/getnote-mcp#4',
  },

  // Limits.
  '429 with the wait in its body': {
    answer: once(() => json({ message: 'slow', retry_after: 0.01 }, 429)),
    ends: 'fail',
    source: 'Discord: rate limits',
  },
  '403 with a sentence about a limit': {
    answer: once(() => json({ message: 'You have exceeded a secondary rate limit.' }, 403)),
    ends: 'fail',
    source: 'hub4j/github-api#2009',
  },
  '420': { answer: once(() => json({}, 420, { 'retry-after': '0' })), ends: 'fail', source: 'NancyFx/Nancy#679' },
  '529': {
    answer: once(() => json({}, 529, { 'retry-after': '0' })),
    ends: 'fail',
    source: 'anthropics/anthropic-sdk-typescript#791',
  },
  '520': { answer: once(() => formatHttpAnswer(520, {}, '<html>')), ends: 'fail', source: 'Cloudflare 5xx errors' },
  '500 that names a time': {
    answer: once(() => json({}, 500, { 'retry-after': '0' })),
    ends: 'fail',
    source: 'RFC 9110 §10.2.3',
  },

  // Refusals.
  '403 with invalid_token': {
    answer: () => json({}, 403, { 'www-authenticate': 'Bearer error="invalid_token"' }),
    ends: 'error',
    says: /credentials are not accepted/,
    triesMax: 1,
    source: 'RFC 6750 §3.1',
  },
  '419': {
    answer: () => json({ message: 'expired' }, 419),
    ends: 'error',
    says: /credentials are not accepted/,
    triesMax: 1,
    source: 'Laravel',
  },
  '401 by Negotiate': {
    answer: () => json({}, 401, { 'www-authenticate': 'Negotiate' }),
    ends: 'error',
    says: /Negotiate/,
    triesMax: 1,
    source: 'cypress-ntlm-auth#256',
  },
  '407 of a proxy': {
    answer: () => json({}, 407, { 'proxy-authenticate': 'Basic' }),
    ends: 'error',
    says: /proxy/i,
    triesMax: 1,
    source: 'RFC 9110 §15.5.8',
  },
  '511 of a network': {
    answer: () => formatHttpAnswer(511, { 'content-type': 'text/html' }, '<html>'),
    ends: 'error',
    says: /network|proxy/i,
    source: 'RFC 6585 §6',
  },
  'a page of a firewall with 403': {
    answer: () =>
      formatHttpAnswer(403, { 'content-type': 'text/html' }, '<html><title>Just a moment...</title></html>'),
    ends: 'error',
    says: /firewall/,
    triesMax: 1,
    source: 'soundcloud/api#489',
  },
  'a redirect until a cookie comes back': {
    answer: (_socket, { head, origin }) =>
      formatHttpAnswer(302, { location: `${origin}${head.split(' ')[1]}`, 'set-cookie': 'sid=1' }, ''),
    ends: 'error',
    says: /cookie/,
    triesMax: 1,
    source: 'axios/axios#3862',
  },

  // The transport.
  '100 that nobody asked for': {
    answer: raw(
      (body) => `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
    ends: 'fail',
    source: 'dotnet/corefx#31413',
  },
  '103 before the answer': {
    answer: raw(
      (body) =>
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
    ends: 'fail',
    source: 'RFC 8297',
  },
  'headers of 40 KB': {
    answer: (_socket, { page }) => json(createPage(page), 200, { 'x-big': 'a'.repeat(40_000) }),
    ends: 'fail',
    source: 'nodejs/node#47246',
  },
  'headers of 100 KB': {
    answer: () => json({}, 200, { 'x-big': 'a'.repeat(100_000) }),
    ends: 'error',
    says: /headers of its answer are larger/,
    triesMax: 1,
    source: 'nodejs/node#47246',
  },
  'a space in the name of a header': {
    answer: raw((body) => `HTTP/1.1 200 OK\r\nBad Header: 1\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    ends: 'error',
    says: /header/,
    triesMax: 1,
    source: 'nodejs/node#27711',
  },
  'a control character in a header': {
    answer: raw((body) => `HTTP/1.1 200 OK\r\nX-User: a\u0001b\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
    ends: 'error',
    says: /header/,
    triesMax: 1,
    source: 'nodejs/node#53196',
  },
  'two lengths': {
    answer: raw((body) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\ncontent-length: 1\r\n\r\n${body}`),
    ends: 'error',
    says: /length/,

    source: 'RFC 9112 §6.3',
  },
  'a chunk without a length': {
    answer: raw((body) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n${body}\r\n`),
    ends: 'error',
    says: /length/,
    triesMax: 1,
    source: 'RFC 9112 §7.1',
  },
  'another protocol': {
    answer: (socket) => {
      socket.end('SSH-2.0-OpenSSH_9\r\n')
      return Buffer.alloc(0)
    },
    ends: 'error',
    says: /not HTTP/,
    triesMax: 1,
    source: 'RFC 4253 §4.2',
  },
  'a compressed body that ends too soon': {
    answer: (_socket, { page }) =>
      formatHttpAnswer(200, { 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(createPage(page))).subarray(0, 20)),
    ends: 'error',
    says: /decoded/,
    source: 'RFC 9110 §8.4.1.3',
  },
  'a body in chunks with a trailer': {
    answer: raw(
      (body) =>
        `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\nx-sum: 1\r\n\r\n`,
    ),
    ends: 'fail',
    source: 'RFC 9112 §7.1.2',
  },
  '204 behind the last item': {
    answer: (_socket, { page }) =>
      page === 1
        ? json({
            ...createPage(1),
            users: [...(createPage(1).users as object[]), ...(createPage(2).users as object[])],
          })
        : formatHttpAnswer(204, {}, ''),
    ends: 'fail',
    source: 'zoho/zcrm-php-sdk#56',
  },
}
