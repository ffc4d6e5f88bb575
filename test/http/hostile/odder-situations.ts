import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { formatHttpAnswer } from '../adversarial/servers.ts'
import { createPage, cutWith, emptyWith, json, once, onSecond, raw, type Situation } from './situations.ts'

const typed = (type: string, body: string | Buffer) => formatHttpAnswer(200, { 'content-type': type }, body)
const compressed =
  (encoding: string, compress: (text: string) => Buffer): Situation['answer'] =>
  (_socket, { page }) =>
    formatHttpAnswer(200, { 'content-encoding': encoding }, compress(JSON.stringify(createPage(page))))
/** Every page as it is, with members or headers that mean nothing bad. */
const beside =
  (more: Record<string, unknown>, headers: Record<string, string> = {}): Situation['answer'] =>
  (_socket, { page }) =>
    json(createPage(page, more), 200, headers)
const isLost = (answer: Situation['answer'], source: string, says?: RegExp): Situation => ({
  answer,
  ends: 'error',
  source,
  says,
})
const isFine = (answer: Situation['answer'], source: string): Situation => ({ answer, ends: 'fail', source })

/** Siblings of the situations: what else vendors send that means the same, or only looks as if it did. */
export const odderSituations: Readonly<Record<string, Situation>> = {
  // Where a list ends.
  'a link to the next page beside an empty cursor': isLost(
    cutWith({}, { link: '</users?c=p2>; rel=next' }),
    'RFC 8288 §3.3: unquoted',
    /Link/,
  ),
  'a link with several relations': isLost(
    cutWith({}, { link: '</users?c=p2>; title="a, b; c"; rel="last NEXT"' }),
    'RFC 8288 §3.3: case-insensitive',
    /Link/,
  ),
  'links in two lines': isLost(
    raw((body) => {
      const cut = JSON.stringify({ ...JSON.parse(body), next: null })
      return `HTTP/1.1 200 OK\r\nlink: </users>; rel="first"\r\nlink: </users?c=p2>; rel="next"\r\ncontent-length: ${cut.length}\r\n\r\n${cut}`
    }),
    'RFC 9110 §5.3',
    /Link/,
  ),
  'a link of the end': isFine(beside({}, { link: '</users>; rel="first", </users?c=p9>; rel="last"' }), 'RFC 8288'),
  'a cursor that leads to itself': isLost((_socket, { page }) => json({ ...createPage(page), next: 'p2' }), 'own'),
  'an empty page in the middle': isFine(
    (_socket, { page, head }) =>
      page === 1
        ? json({ ...createPage(1), next: 'empty' })
        : json(/c=empty/.test(head) ? { users: [], next: 'p2' } : createPage(2)),
    'Okta: empty pages',
  ),
  'an odata link beside an empty cursor': isLost(
    cutWith({ '@odata.nextLink': 'https://x.example' }),
    'OData 4.01 §4.5.5',
  ),
  'a flag in words': isLost(cutWith({ has_more: 'true' }), 'own'),
  'a flag as a number': isLost(cutWith({ hasMore: 1 }), 'own'),

  // Parts.
  'a total as text': isLost(cutWith({ total: '3' }), 'own', /"total" is 3/),
  'a total within the page': isLost(cutWith({ meta: { pagination: { total_items: 3 } } }), 'JSON:API'),
  'a number of pages': isLost(cutWith({ page: { totalPages: 2, number: 0 } }), 'Spring HATEOAS'),
  'incomplete results': isLost(cutWith({ incomplete_results: true }), 'GitHub search'),
  'a search that ran out of time': isLost(cutWith({ timed_out: true }), 'Elasticsearch search'),
  'shards that failed': isLost(cutWith({ _shards: { total: 2, failed: 1 } }), 'Elasticsearch search'),
  'a range without a total': isLost(cutWith({}, { 'content-range': 'users 0-1/*' }, 206), 'RFC 9110 §14.4'),
  'a range of bytes': isLost(
    cutWith({}, { 'content-range': 'bytes 0-99/400' }, 206),
    'RFC 9110 §14.4',
    /Content-Range/,
  ),
  'a range that is whole': isFine(
    (_socket, { page }) =>
      page === 1
        ? json({ users: [...users(1), ...users(2)], next: null }, 200, { 'content-range': 'users 0-2/3' })
        : undefined,
    'PostgREST',
  ),
  '205': isLost(emptyWith({}, 205), 'RFC 9110 §15.3.6', /205/),
  '304 that nobody asked for': isLost(
    onSecond(() => formatHttpAnswer(304, {}, '')),
    'RFC 9110 §15.4.5',
    /304/,
  ),
  '300 with choices': isLost(
    onSecond(() => json({ users: [] }, 300)),
    'RFC 9110 §15.4.1',
    /300/,
  ),
  'a warning that the answer is stale': isLost(
    cutWith({}, { warning: '110 - "Response is Stale"' }),
    'RFC 7234 §5.5.1',
  ),

  // A success that refuses, on a later page.
  'success as text': isLost(emptyWith({ success: 'false' }), 'own'),
  'success as a number': isLost(emptyWith({ success: 0 }), 'WHMCS API'),
  'a fault': isLost(
    emptyWith({ fault: { faultstring: 'Quota', detail: { errorcode: 'policies.ratelimit' } } }),
    'Apigee',
  ),
  'an exception': isLost(emptyWith({ exception: 'NullPointerException' }), 'Spring Boot'),
  'a type of error': isLost(emptyWith({ type: 'error', error: { message: 'no' } }), 'Anthropic API'),
  'a status of an error': isLost(emptyWith({ status: 'error' }), 'JSend'),
  'a result of an error': isLost(emptyWith({ result: 'failure' }), 'own'),
  'an error in meta': isLost(emptyWith({ meta: { code: 400, error_type: 'x', error_message: 'no' } }), 'Instagram API'),
  'an error code': isLost(emptyWith({ errorCode: 'INVALID_SESSION' }), 'own'),
  'a flag of errors': isLost(emptyWith({ hasErrors: true }), 'own'),
  'no errors in ten ways': isFine(
    beside({
      errors: [],
      error: null,
      error_code: 0,
      errorMessage: '',
      success: true,
      status: 'OK',
      warnings: [],
      ok: true,
    }),
    'own',
  ),
  'errors as an empty object': isFine(beside({ errors: {} }), 'JSON:API in PHP: an empty array is an object'),
  'a message of success': isFine(beside({ message: 'Success', code: 200, msg: 'ok' }), 'own'),

  // Bytes.
  'a mark of UTF-8': isFine(
    (_socket, { page }) => typed('application/json', `\ufeff${JSON.stringify(createPage(page))}`),
    'RFC 8259 §8.1',
  ),
  'a charset in quotes and capitals': isFine(
    (_socket, { page }) =>
      typed('Application/JSON; Charset="UTF8"; profile=x', JSON.stringify(createPage(page, { note: 'J\u00fcrgen' }))),
    'RFC 9110 §8.3.1',
  ),
  'a charset that nobody knows': isLost(
    onSecond(() =>
      typed(
        'application/json; charset=x-own',
        Buffer.from(JSON.stringify(createPage(2, { note: 'J\u00fcrgen' })), 'latin1'),
      ),
    ),
    'own',
    /charset/,
  ),
  'windows-1252': isFine(
    (_socket, { page }) =>
      typed(
        'application/json; charset=windows-1252',
        Buffer.from(JSON.stringify(createPage(page, { note: '\u00fc' })), 'latin1'),
      ),
    'WHATWG Encoding',
  ),
  'a surrogate that is cut': isFine(
    (_socket, { page }) =>
      typed('application/json', JSON.stringify(createPage(page)).replace('{', '{"note":"\\ud83d",')),
    'RFC 8259 §8.2',
  ),
  'text behind the JSON': isLost(
    onSecond(() => typed('application/json', `${JSON.stringify(createPage(2))}<!-- 12 ms -->`)),
    'PHP notices',
    /JSON/,
  ),
  'two JSON texts': isLost(
    onSecond(() => typed('application/json', '{"users":[]}{"users":[]}')),
    'RFC 7464',
    /JSON/,
  ),
  'lines of JSON': isLost(
    onSecond(() => typed('application/x-ndjson', '{"users":[]}\n{"error":"no"}\n')),
    'ndjson',
    /JSON/,
  ),
  'a prefix against inclusion': isLost(
    onSecond(() => typed('application/json', `)]}',\n${JSON.stringify(createPage(2))}`)),
    'Gerrit',
    /JSON/,
  ),
  NaN: isLost(
    onSecond(() => typed('application/json', '{"users":[],"next":NaN}')),
    'Python json.dumps',
    /JSON/,
  ),

  // Limits.
  '429 with a wait in quotes': isFine(
    once(() => json({}, 429, { 'retry-after': '"0"' })),
    'own',
  ),
  '429 with two waits': isFine(
    once(() => json({}, 429, { 'retry-after': '0, 0' })),
    'RFC 9110 §5.3',
  ),
  '429 with a unit': isFine(
    once(() => json({}, 429, { 'retry-after': '0s' })),
    'gRPC gateways',
  ),
  '429 with a date without a zone': isFine(
    once(() => json({}, 429, { 'retry-after': 'Sun Nov  6 08:49:37 1994' })),
    'RFC 9110 §5.6.7: asctime',
  ),
  '400 that throttles': isFine(
    once(() => json({ __type: 'ThrottlingException' }, 400)),
    'AWS Query API',
  ),
  '403 about a quota': isFine(
    once(() => json({ error: { code: 403, errors: [{ reason: 'userRateLimitExceeded' }] } }, 403)),
    'Google Drive API: handle errors',
  ),
  '403 with a code in words': isFine(
    once(() => json({ error: { code: 'TooManyRequests', message: 'x' } }, 403)),
    'own',
  ),
  '503 with a date': isFine(
    once(() => json({}, 503, { 'retry-after': new Date(0).toUTCString() })),
    'RFC 9110 §10.2.3',
  ),

  // Ended tokens.
  '400 with a type of AWS': isLost(
    () => json({ __type: 'com.amazon.coral.service#ExpiredTokenException', message: 'x' }, 400),
    'AWS JSON 1.1',
    /credentials are not accepted/,
  ),
  '403 with a word in capitals': isLost(
    () => json({ error: 'TOKEN_EXPIRED' }, 403),
    'Firebase Auth',
    /credentials are not accepted/,
  ),
  '403 with an inner code': isLost(
    () => json({ error: { code: 'InvalidAuthenticationToken' } }, 403),
    'Microsoft Graph',
    /credentials are not accepted/,
  ),

  // The transport.
  'HTTP/1.0 until the end of the connection': isFine((socket, { page }) => {
    const body = JSON.stringify(createPage(page))
    socket.end(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${body}`)
    return Buffer.alloc(0)
  }, 'RFC 9112 §6.3'),
  'fewer bytes than announced': isLost((socket, { page }) => {
    const body = JSON.stringify(createPage(page))
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length + 5}\r\n\r\n${body}`)
    return Buffer.alloc(0)
  }, 'RFC 9112 §8'),
  'chunks that stop': isLost((socket, { page }) => {
    const body = JSON.stringify(createPage(page))
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
    return Buffer.alloc(0)
  }, 'RFC 9112 §8'),
  'a bare deflate': isFine(compressed('deflate', deflateRawSync), 'RFC 9110 §8.4.1.2'),
  'brotli in capitals': isFine(compressed('BR', brotliCompressSync), 'RFC 9110 §8.4.1'),
  'gzip twice': isFine(
    compressed('gzip, gzip', (text) => gzipSync(gzipSync(text))),
    'RFC 9110 §8.4',
  ),
  'gzip that is none': isLost(
    compressed('gzip', (text) => Buffer.from(text)),
    'RFC 1952 §2.3.1',
    /decoded/,
  ),
  'an encoding that nobody offered': isLost(
    compressed('zstd', (text) => gzipSync(text)),
    'RFC 8878',
    /encod/i,
  ),
  'a relative redirect': isFine((_socket, { head, page }) => {
    const [path = ''] = head.split(' ').slice(1)
    if (path.includes('moved')) return json(createPage(page))
    return formatHttpAnswer(302, { location: `${path}${path.includes('?') ? '&' : '?'}moved=1` }, '')
  }, 'RFC 9110 §10.2.2'),
  'a redirect to a stranger': isLost(
    () => formatHttpAnswer(307, { location: 'https://stranger.example/users' }, ''),
    'RFC 9110 §15.4.8',
    /stranger\.example/,
  ),
  'a redirect without an address': isLost(
    onSecond(() => json({ users: [] }, 302)),
    'RFC 9110 §15.4',
    /302/,
  ),
}

function users(page: 1 | 2): readonly unknown[] {
  return createPage(page).users as readonly unknown[]
}
