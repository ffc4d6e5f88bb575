import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Exchange, ExchangeRecord } from '../../../src/http/exchanges/exchange.ts'
import { type LedgerOptions, openLedger, readLedger } from '../../../src/http/exchanges/ledger.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { listSecretForms } from '../../../src/http/redact/secret-forms.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { createKnowingRedactor, listLeaves } from '../redact/support.ts'
import { catchError, collectItems, openClient, secretKey, serve } from '../support.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'checkwright-ledger-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function exchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    number: 1,
    checkId: 'mfa',
    method: 'GET',
    url: new URL('https://api.acme.example/users'),
    attempt: 1,
    startedAtMs: Date.UTC(2026, 4, 1),
    durationMs: 12,
    request: { headers: { accept: 'application/json' }, body: undefined },
    outcome: { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"id":1}') },
    confidential: false,
    ...changes,
  }
}

const answering = (body: string | Uint8Array, headers = {}): Partial<Exchange> => ({
  outcome: { status: 200, headers, body: Buffer.from(body) },
})

/** A ledger, what it kept, and the bytes of its folder. */
async function kept(
  exchanges: readonly Partial<Exchange>[],
  options: Partial<LedgerOptions> & { readonly later?: string | undefined } = {},
) {
  const { later, ...given } = options
  const redactor = given.redactor ?? new Redactor()
  const path = folder()
  const file = join(path, 'exchanges.ndjson')
  const ledger = await openLedger({ redactor, ...given, file })
  for (const [index, each] of exchanges.entries()) {
    ledger.begin(index + 1)
    await ledger.record(exchange({ number: index + 1, ...each }))
  }
  if (later !== undefined) redactor.add(later)
  const end = await ledger.close()
  const bytes = readFileSync(file, 'utf8')
  return { end, file, path, ledger, bytes, records: await collectItems(readLedger(file)) }
}

describe('openLedger() keeps', () => {
  test('an exchange whole, one a line, for its owner alone, and nothing beside it', async () => {
    const { end, records, bytes, file, path } = await kept([
      {},
      { method: 'POST', request: { headers: { 'content-type': 'text/plain' }, body: 'all\u2028lines\n' } },
    ])

    expect(end).toEqual({ whole: true })
    expect(records[0]).toEqual({
      number: 1,
      checkId: 'mfa',
      method: 'GET',
      url: 'https://api.acme.example/users',
      attempt: 1,
      startedAt: '2026-05-01T00:00:00.000Z',
      durationMs: 12,
      status: 200,
      request: { headers: [['accept', 'application/json']] },
      response: { headers: [['content-type', 'application/json']], body: { text: '{"id":1}' } },
    } satisfies ExchangeRecord)
    expect(records[1]?.request?.body).toEqual({ text: 'all\u2028lines\n' })
    expect(bytes.split('\n')).toHaveLength(3)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(path)).toEqual(['exchanges.ndjson'])
  })

  test('any bytes so that they can be had again (property)', async () => {
    const bodies = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 60 }), 200)

    const { records, end } = await kept(bodies.map((body) => answering(body)))

    const again = records.map(({ response }) => {
      const body = response?.body
      return body && 'text' in body ? Buffer.from(body.text) : Buffer.from(body?.base64 ?? '', 'base64')
    })
    expect(end).toEqual({ whole: true })
    expect(again.map((each) => [...each])).toEqual(bodies.map((each) => [...each]))
  })

  test('lines of any length, in their order', async () => {
    const bodies = [1, 80_000, 100_000, 5, 300_000, 3].map((length, index) => `${index}${'€'.repeat(length)}`)

    const { records, end } = await kept(bodies.map((body) => answering(body)))

    expect(end).toEqual({ whole: true })
    expect(records.map(({ response }) => response?.body)).toEqual(bodies.map((text) => ({ text })))
  })

  test('of what obtains credentials method, URL and status only', async () => {
    const { records, bytes, end } = await kept([
      {
        confidential: true,
        checkId: undefined,
        request: { headers: { x: 'abc-h' }, body: 'abc-q' },
        ...answering('abc-a'),
      },
    ])

    expect(end).toEqual({ whole: true })
    expect(bytes).not.toContain('abc')
    expect(records).toEqual([
      {
        number: 1,
        method: 'GET',
        url: 'https://api.acme.example/users',
        attempt: 1,
        startedAt: '2026-05-01T00:00:00.000Z',
        durationMs: 12,
        status: 200,
      },
    ])
  })

  test('a failure of the network by its code', async () => {
    const { records, end } = await kept([{ outcome: { errorCode: 'HTTP_NETWORK' } }])

    expect(end).toEqual({ whole: true })
    expect(records[0]).toMatchObject({ errorCode: 'HTTP_NETWORK', request: {} })
    expect(records[0]).not.toHaveProperty('status')
  })

  test('no more in memory for 2,000 exchanges than for 200', async () => {
    const ledger = await openLedger({ file: join(folder(), 'x.ndjson'), redactor: createKnowingRedactor(secretKey) })
    const body = Buffer.from(
      JSON.stringify({ list: Array.from({ length: 300 }, (_, id) => ({ id, name: 'x'.repeat(30) })) }),
    )
    const heapAfter = async (count: number) => {
      for (let number = 1; number <= count; number++) {
        ledger.begin(number)
        await ledger.record(exchange({ number, outcome: { status: 200, headers: {}, body } }))
      }
      collectGarbage()
      return process.memoryUsage().heapUsed
    }

    const [few, many] = [await heapAfter(200), await heapAfter(1_800)]

    // All bodies together are 30 MB.
    expect(body.byteLength * 2_000).toBeGreaterThan(28e6)
    expect(many - few).toBeLessThan(4e6)
    expect(await ledger.close()).toEqual({ whole: true })
  })
})

describe('openLedger() leaves no secret', () => {
  const secretText = fc.stringMatching(/^[\w+/.~$^*()|?&<>' é-]{8,30}$/).filter((text) => text.trim().length > 7)

  test.each([
    ['known before', false],
    ['learned after the last exchange', true],
  ])('%s, in any encoding and place (property)', async (_name, isLate) => {
    await fc.assert(
      fc.asyncProperty(secretText, async (secret) => {
        const forms = [...listSecretForms(secret)]
        const all = forms.join(' | ')
        const redactor = new Redactor()
        if (!isLate) redactor.add(secret)
        const header = encodeURIComponent(secret)

        const { bytes, end, records } = await kept(
          [
            {
              url: new URL(`https://api.acme.example/a?q=${header}`),
              ...answering(JSON.stringify({ all, [secret]: forms })),
            },
            { request: { headers: { 'x-note': header }, body: all }, ...answering(all, { 'x-note': [header, 'b'] }) },
            answering(`<a b="${forms[0]}">${all}</a>`, { 'content-type': 'text/xml' }),
            answering(new URLSearchParams({ a: secret, b: '1' }).toString()),
          ],
          { redactor, later: isLate ? secret : undefined },
        )

        redactor.add(secret)
        // A word may mean something else where it was taken out, so a replay may come to something else.
        const isWord = redactor.findsOrdinary(secret)
        expect(end).toEqual(
          isWord ? { whole: false, because: expect.stringContaining('taken out as a credential') } : { whole: true },
        )
        expect(records).toHaveLength(4)
        expect(listLeaves(records).filter((text) => redactor.finds(text))).toEqual([])
        expect(forms.filter((form) => form.length > 7 && bytes.includes(form))).toEqual([])
      }),
      { numRuns: countRuns(25) },
    )
  })

  test('of a name: headers, and members of bodies', async () => {
    const { bytes } = await kept([
      {
        request: { headers: { authorization: 'Bearer abc-1', cookie: 'abc-2' }, body: '{"password":"abc-3"}' },
        ...answering('<r><SessionToken>abc-4</SessionToken></r>', { 'set-cookie': ['s=abc-5', 't=abc-6'] }),
      },
    ])

    expect(bytes).not.toContain('abc')
  })

  test.each([false, true])('in bytes that are not text, which are then not kept (learned late: %s)', async (isLate) => {
    const body = Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(secretKey)])
    const redactor = isLate ? new Redactor() : createKnowingRedactor(secretKey)

    const { records, end, bytes } = await kept([answering(body)], { redactor, later: secretKey })

    expect(records[0]?.response).not.toHaveProperty('body')
    expect(bytes).not.toContain(body.toString('base64'))
    expect(end).toEqual({
      whole: false,
      because: 'Exchange 1 has a body in its answer that is not text and holds a secret.',
    })
  })
})

test.each([
  ['holds a secret', gzipSync(`a line, ${secretKey}`), 'is not text and holds a secret'],
  [
    'is too large to be searched',
    gzipSync(Buffer.alloc(33 * 1024 * 1024)),
    'is not text and unpacks to more than can be searched for secrets',
  ],
])('openLedger() keeps no compressed body that %s', async (_what, body, why) => {
  const { records, end } = await kept([answering(body)], { redactor: createKnowingRedactor(secretKey) })

  expect(records[0]?.response).not.toHaveProperty('body')
  expect(end).toEqual({ whole: false, because: `Exchange 1 has a body in its answer that ${why}.` })
})

test.each([
  ['administrator', '[{"role":"administrator"}]', '[{"role":"[redacted]"}]'],
  ['30', '{"idleMinutes":30,"other":1300}', '{"idleMinutes":"[redacted]","other":1300}'],
])(
  'openLedger() says that it lacks a value that is also a credential (%s), whenever that is learned',
  async (secret, body, shown) => {
    const because =
      'Exchange 1 has a body in its answer that has a value that was taken out as a credential, and that a check may have judged by.'
    for (const redactor of [new Redactor(), createKnowingRedactor(secret)]) {
      const { records, end } = await kept([answering(body)], { redactor, later: secret })

      expect(records[0]?.response?.body).toEqual({ text: shown })
      expect(end).toEqual({ whole: false, because })
    }
  },
)

test('openLedger() is whole where a token was taken out, or a word is a part of others', async () => {
  const redactor = createKnowingRedactor('q7xTz2KmP9', 'able')

  const { end } = await kept([answering('{"echo":"q7xTz2KmP9","enabled":"enabled, not disabled"}')], { redactor })

  expect(end).toEqual({ whole: true })
})

describe('openLedger() says that it lacks', () => {
  test.each([
    ['an answer above the limit', answering('x'.repeat(11)), 'answer'],
    ['a request above the limit', { request: { headers: {}, body: 'x'.repeat(11) } }, 'request'],
  ] as const)('%s, of which no part is kept', async (_name, changes, part) => {
    const { records, end, bytes } = await kept([answering('{}'), { ...answering('{}'), ...changes }], {
      bodyBytesMax: 10,
    })

    const truncated = `has a body in its ${part} that has 11 bytes, more than the 10 that are kept`
    expect(end).toEqual({ whole: false, because: `Exchange 2 ${truncated}.` })
    expect(records.map((each) => each.truncated)).toEqual([undefined, truncated])
    expect(bytes).not.toContain('xx')
  })

  test('one that was cancelled, and one that was still under way', async () => {
    const cancelled = await kept([{ outcome: { errorCode: undefined } }])
    const ledger = await openLedger({ file: join(folder(), 'x'), redactor: new Redactor() })
    ledger.begin(7)
    const end = await ledger.close()
    await ledger.record(exchange({ number: 7 }))

    expect(cancelled.end).toEqual({ whole: false, because: 'Exchange 1 was cancelled before its answer had arrived.' })
    expect(end).toEqual({ whole: false, because: 'Exchange 7 was still under way when the run ended.' })
    expect(await ledger.close()).toBe(end)
  })

  test('all of them when the folder is gone by the end, and rejects when it is not there at first', async () => {
    const path = folder()
    const ledger = await openLedger({ file: join(path, 'x'), redactor: new Redactor() })
    rmSync(path, { recursive: true })

    expect(await ledger.close()).toEqual({
      whole: false,
      because: 'The exchanges of this run could not be written (ENOENT).',
    })
    expect(await catchError(openLedger({ file: join(path, 'x'), redactor: new Redactor() }))).toMatchObject({
      code: 'ENOENT',
    })
  })
})

test('openLedger() replaces nothing that is no file: a device, a socket, a folder', async () => {
  const path = folder()

  const refused = openLedger({ file: path, redactor: new Redactor() })

  await expect(refused).rejects.toThrow(`exchanges.file must name a file: ${path} is something else.`)
  expect(readdirSync(path)).toEqual([])
})

describe('Session.exchange() has its ledger keep', () => {
  test('each attempt as it was before credentials and signing', async () => {
    const vendor = await serve((_request, _response, nth) =>
      nth === 1 ? { status: 503 } : { json: { echoed: secretKey } },
    )
    const redactor = new Redactor()
    const file = join(folder(), 'x.ndjson')
    const ledger = await openLedger({ file, redactor })
    const hooks = { sign: ({ headers }: { headers: Headers }) => headers.set('x-signed', 'abc-sign') }
    const { client, told } = await openClient(
      { baseUrl: vendor.origin, headers: { 'x-version': '7' } },
      { ledger, redactor, hooks },
    )

    await client.get('/users', { query: { q: 'a' } })
    await ledger.close()

    const records = await collectItems(readLedger(file))
    expect(vendor.seen[0]?.headers).toMatchObject({ 'x-api-key': secretKey, 'x-signed': 'abc-sign' })
    expect(records.map(({ number, attempt, status }) => [number, attempt, status])).toEqual([
      [1, 1, 503],
      [2, 2, 200],
    ])
    expect(records.map(({ number, url }) => [number, url])).toEqual(
      told.requests.map(({ exchange, url }) => [exchange, url]),
    )
    expect(Object.fromEntries(records[1]?.request?.headers ?? [])).toMatchObject({ 'x-version': '7' })
    expect(records[1]?.request?.headers.map(([name]) => name)).not.toContain('x-api-key')
    expect(records[1]?.response?.body).toEqual({ text: '{"echoed":"[redacted]"}' })
    expect(readFileSync(file, 'utf8')).not.toMatch(/sesame|abc-sign/)
  })
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

test('openLedger() redacts a large body in pieces: others are served meanwhile, and what ends behind it stays in its order', async () => {
  const redactor = new Redactor()
  redactor.add('supersecret123')
  const path = folder()
  const file = join(path, 'exchanges.ndjson')
  const ledger = await openLedger({ redactor, file })
  let turns = 0
  const others = setInterval(() => turns++)
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=%62&'.repeat(150_000) }

  for (const number of [1, 2, 3]) ledger.begin(number)
  void ledger.record(exchange({ number: 1, request: { ...form, body: `${form.body}k=supersecret123` } }))
  void ledger.record(exchange({ number: 2 }))
  void ledger.record(exchange({ number: 3, ...answering(JSON.stringify(['supersecret123', '\u00e9'.repeat(99_999)])) }))
  const end = await ledger.close()

  clearInterval(others)
  const records = await collectItems(readLedger(file))
  expect(end).toEqual({ whole: true })
  expect(records.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(readFileSync(file, 'utf8')).not.toContain('supersecret123')
  expect(turns).toBeGreaterThan(5)
})
