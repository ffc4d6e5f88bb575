import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Check, CheckContext, RunEvent } from '../../../src/define/index.ts'
import { writeHar } from '../../../src/evidence/bundle/har.ts'
import { readLedger } from '../../../src/http/exchanges/ledger.ts'
import { decodeEscapes } from '../../../src/http/redact/escapes.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { Canaries } from '../../things/runtime/canaries.ts'
import { type Answerer, createConnectorWith, type Seen, serve } from '../support.ts'

type Definition = Partial<Parameters<typeof createConnectorWith>[0]>

/** Runs one check whose vendor tells it everything it was sent, and gives all that remains of the run. */
async function remains(
  definition: Definition,
  credentials: Record<string, string>,
  answer: Answerer,
  work: (ctx: CheckContext) => Promise<void>,
) {
  const vendor = await serve(answer)
  const connector = createConnectorWith({ baseUrl: vendor.origin, ...definition })
  const check: Check = { id: 'echo', title: 'Echo', connectorId: 'acme', severity: 'low', run: work }
  const events: RunEvent[] = []
  const file = join(createTempFolder(), 'exchanges.jsonl')
  const result = await runChecks(
    { ...connector, checks: [check] },
    { credentials, allowPrivateNetwork: true, exchanges: { file }, onEvent: (event) => events.push(event) },
  )
  const all = [
    JSON.stringify(result),
    JSON.stringify(events),
    inspect([result, events], { depth: 12, showHidden: true }),
    await readFile(file, 'utf8'),
    await text(writeHar(readLedger(file))),
  ]
  return { vendor, result, all: all.join('\n') }
}

const password = `pä"ss\\wörd/+&=<${randomBytes(6).toString('base64url')}>`
/** What a vendor gets of a strategy, where it finds that, and what it has to be. */
type Sent = readonly [secret: string, find: (seen: Seen) => unknown, sent: string]
const strategies: readonly [string, Definition, Record<string, string>, ...Sent][] = [
  [
    'an API key in a header',
    { auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } },
    { api_key: 'k/+=&"4711-öpen' },
    'k/+=&"4711-öpen',
    (seen) => seen.headers['x-api-key'],
    'k/+=&"4711-öpen',
  ],
  [
    'an API key with a prefix',
    { auth: { type: 'api_key', config: { in: 'header', name: 'Authorization', prefix: 'SSWS ' } } },
    { api_key: 'open.sesame~4711' },
    'open.sesame~4711',
    (seen) => seen.headers.authorization,
    'SSWS open.sesame~4711',
  ],
  [
    'an API key in the query',
    { auth: { type: 'api_key', config: { in: 'query', name: 'key' } } },
    { api_key: 'k/+=&"4711-öpen' },
    'k/+=&"4711-öpen',
    (seen) => new URL(seen.path, 'http://x').searchParams.get('key'),
    'k/+=&"4711-öpen',
  ],
  [
    'user name and password',
    { auth: { type: 'basic', config: {} } },
    { username: 'alice', password },
    password,
    (seen) => seen.headers.authorization,
    `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`,
  ],
  [
    'an access token',
    {
      auth: {
        type: 'oauth2',
        config: { authorizeUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: [] },
      },
    },
    { access_token: 'eyJhbGciOi.J9-x_y.Z4711' },
    'eyJhbGciOi.J9-x_y.Z4711',
    (seen) => seen.headers.authorization,
    'Bearer eyJhbGciOi.J9-x_y.Z4711',
  ],
]

/** How a vendor may write what it was sent. */
const spellings: Record<string, (secret: string, sent: string) => string> = {
  'as it is': (secret, sent) => `you sent ${sent} and mean ${secret}`,
  'in base64': (secret) => Buffer.from(secret).toString('base64'),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 amid other text': (secret, sent) =>
    ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${sent} ${secret}.`).toString('base64')).join(' '),
  'in hexadecimal': (secret) =>
    `${Buffer.from(secret).toString('hex')} ${Buffer.from(secret).toString('hex').toUpperCase()}`,
  'percent-encoded': (secret) => `${encodeURIComponent(secret)} ${encodeURIComponent(secret).toLowerCase()}`,
  'as a form': (secret) => new URLSearchParams({ note: secret }).toString(),
  'in JSON in JSON': (secret) => JSON.stringify({ echo: JSON.stringify({ echo: secret }) }),
  'in escapes of JSON': (secret) => units(secret, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  'in octets': (secret) => [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join(''),
  'in numbers of HTML': (secret) => units(secret, (code) => `&#${code};`),
  'in HTML': (secret) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
}

function units(text: string, write: (code: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')
}

describe.each(strategies)(
  '%s that a vendor echoes remains nowhere,',
  (_name, definition, credentials, secret, findSent, sent) => {
    test.each(Object.entries(spellings))('%s', async (_spelling, spell) => {
      const answer: Answerer = (request) => {
        const said = spell(secret, sent)
        const headers = { 'x-echo': encodeURI(said).slice(0, 2000), 'x-request-id': encodeURI(said).slice(0, 90) }
        if (request.path.startsWith('/fail')) return { status: 400, json: { message: said }, headers }
        if (request.path.startsWith('/cut')) return { status: 400, body: `{"message":"${said}`, headers }
        if (request.path.startsWith('/page')) return { status: 403, body: `<title>${said}</title>`, headers }
        return { json: { said, [said]: [{ deep: said }] }, headers }
      }

      const { vendor, result, all } = await remains(definition, credentials, answer, async (ctx) => {
        const body = await ctx.get<Record<string, string>>('/echo')
        ctx.log(`The vendor said ${body.said}`, { body })
        ctx.fail({
          resource: { type: 'user', id: `u ${body.said}`, name: body.said ?? '' },
          title: `Said ${body.said}`,
          remediation: 'None.',
          evidence: { body },
        })
        await ctx.get('/cut').catch((error: Error) => ctx.warn(error.message, { error }))
        await ctx.get('/page').catch((error: Error) => ctx.warn(error.message, { error }))
        await ctx.get(`/fail?note=${encodeURIComponent(body.said ?? '')}`)
      })

      const canaries = new Canaries()
      canaries.add('secret', secret)
      expect(vendor.seen.length).toBe(4)
      expect(vendor.seen.slice(0, 1).map(findSent)).toEqual([sent])
      expect(result.checks[0]).toMatchObject({ status: 'error', error: { kind: 'check_bug', code: 'HTTP_STATUS' } })
      expect(all).toContain('[redacted]')
      expect(canaries.in(all)).toEqual([])
      expect(canaries.in(decodeEscapes(decodeEscapes(all)))).toEqual([])
    })
  },
)

describe('user names and passwords', () => {
  const basic: Definition = { auth: { type: 'basic', config: {} } }
  const ask = (username: string, secret: string) =>
    remains(
      basic,
      { username, password: secret },
      () => ({ json: {} }),
      async (ctx) => {
        await ctx.get('/')
        ctx.pass({ resource: { type: 'x', id: '1' }, title: 'On' })
      },
    )

  test.each([
    ['a colon in the user name (RFC 7617 §2)', 'a:b', 'pw-4711'],
    ['a line break in the user name', 'a\r\nx-evil: 1', 'pw-4711'],
    ['a line break in the password', 'alice', 'pw-4711\r\nx-evil: 1'],
    ['NUL in the password', 'alice', 'pw-4711\0'],
    ['DEL in the password', 'alice', 'pw-4711\u007f'],
  ])('with %s send nothing, and are named by field alone', async (_name, username, secret) => {
    const { vendor, result, all } = await ask(username, secret)

    expect(result.checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'CREDENTIAL_INVALID' } })
    expect(all).not.toContain('pw-4711')
    expect(vendor.seen).toEqual([])
  })

  test.each(['pässwörd-中文-🔑', 'with:colon:s', 'with  spaces inside', '‮right-to-left'])(
    'like %j arrive as their UTF-8 bytes (RFC 7617 §2.1)',
    async (secret) => {
      const { vendor, result, all } = await ask('zoë', secret)

      expect(result.status).toBe('pass')
      expect(vendor.seen[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`zoë:${secret}`).toString('base64')}`)
      expect(all).not.toContain(Buffer.from(`zoë:${secret}`).toString('base64'))
    },
  )
})
