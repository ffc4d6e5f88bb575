import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Octokit } from '@octokit/rest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import type { AnyConnector } from '../../src/define/index.ts'
import { readLedger } from '../../src/http/exchanges/ledger.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'
import { checkWith } from '../checks/support.ts'
import { parseBlocks } from '../docs/blocks.ts'
import { type Answerer, collectItems, createConnectorWith, type Seen, secretKey, serve } from '../http/support.ts'

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/vendor-sdks.md', import.meta.url)), 'utf8')

/** The connector of a block of the guide, at a vendor on this machine. */
async function fromGuide(file: string, origin: string): Promise<AnyConnector> {
  const block = parseBlocks('vendor-sdks.md', guide).find(({ info }) => info === `file=${file}`)
  // Inside the checkout, where the SDKs are found.
  const folder = mkdtempSync(join(import.meta.dirname, '.guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, file)
  writeFileSync(path, (block?.text ?? '').replace(/^const baseUrl = .*$/m, `const baseUrl = '${origin}'`))
  const module: { readonly default: AnyConnector } = await import(/* @vite-ignore */ path)
  return module.default
}

/** Runs what the guide shows, with its exchanges kept. */
async function run(connector: AnyConnector, credentials: Record<string, string> = { api_key: secretKey }) {
  const folder = mkdtempSync(join(import.meta.dirname, '.guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'exchanges.ndjson')
  const clock = fixedClock(Date.now())
  const result = await runChecks(connector, {
    credentials,
    allowPrivateNetwork: true,
    exchanges: { file },
    clock,
  })
  return { result, clock, records: await collectItems(readLedger(file)), kept: readFileSync(file, 'utf8') }
}

const repository = (id: number, visibility: string) => ({ id, name: `r${id}`, visibility })

describe('Octokit on ctx.fetch', () => {
  const repositories =
    (more: Answerer = () => undefined): Answerer =>
    (request, response, nth) => {
      const answer = more(request, response, nth)
      if (answer) return answer
      return request.path.includes('page=2')
        ? { json: [repository(2, 'public')] }
        : {
            json: [repository(1, 'private')],
            headers: { link: `<http://${request.headers.host}/orgs/acme/repos?page=2>; rel="next"` },
          }
    }

  test('is authenticated, recorded and replayable', async () => {
    const vendor = await serve(repositories())

    const { result, records, kept } = await run(await fromGuide('octokit.ts', vendor.origin))

    expect(result.checks[0]).toMatchObject({ status: 'fail', requests: 2 })
    expect(result.checks[0]?.results.map(({ status, resource }) => [status, resource.name])).toEqual([
      ['pass', 'r1'],
      ['fail', 'r2'],
    ])
    expect(vendor.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${secretKey}`,
      `Bearer ${secretKey}`,
    ])
    expect(result.replayable).toBe(true)
    expect(records.map(({ url }) => new URL(url).pathname)).toEqual(['/orgs/acme/repos', '/orgs/acme/repos'])
    expect(kept).not.toContain(secretKey)
  })

  test('waits as long as the vendor asks', async () => {
    const vendor = await serve(
      repositories((_request, _response, nth) =>
        nth === 1 ? { status: 429, headers: { 'retry-after': '7' } } : undefined,
      ),
    )

    const { result, clock } = await run(await fromGuide('octokit.ts', vendor.origin))

    expect(result.status).toBe('fail')
    expect(clock.nowMs() - Date.parse(result.startedAt)).toBeGreaterThanOrEqual(7000)
  })

  test('takes no credentials along a redirect or a link to elsewhere', async () => {
    const stranger = await serve(() => ({ json: [repository(3, 'private')] }))
    const vendor = await serve(
      repositories(({ path }) =>
        path.includes('page=2')
          ? { status: 302, headers: { location: `${stranger.origin}/list` } }
          : { json: [], headers: { link: `<${stranger.origin}/linked?page=1>; rel="next"` } },
      ),
    )

    await run(await fromGuide('octokit.ts', vendor.origin))

    expect(JSON.stringify(stranger.seen)).not.toContain(secretKey)
  })

  test('cannot change anything', async () => {
    const vendor = await serve()
    const connector = createConnectorWith({ baseUrl: vendor.origin })
    const check = checkWith({}, async (ctx) => {
      const octokit = new Octokit({ baseUrl: vendor.origin, request: { fetch: ctx.fetch } })
      await octokit.rest.issues.create({ owner: 'a', repo: 'b', title: 'c' })
    })

    const { result } = await run({ ...connector, checks: [check] })

    expect(result.checks[0]).toMatchObject({ status: 'error' })
    expect(vendor.seen).toEqual([])
  })
})

describe('openapi-fetch on ctx.fetch', () => {
  test('is authenticated and recorded', async () => {
    const vendor = await serve(() => ({ json: { id: 'owner', mfa: true } }))

    const { result, records } = await run(await fromGuide('openapi.ts', vendor.origin))

    expect(result).toMatchObject({ status: 'pass', replayable: true })
    expect(vendor.seen[0]).toMatchObject({ path: '/users/owner', headers: { 'x-api-key': secretKey } })
    expect(records).toHaveLength(1)
  })

  test('leaves it to the check what an error status means', async () => {
    const vendor = await serve(() => ({ status: 403, json: {} }))

    const { result } = await run(await fromGuide('openapi.ts', vendor.origin))

    expect(result.checks[0]).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })
})

describe('the AWS SDK on ctx.fetch', () => {
  const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const user = (name: string, more = '') =>
    `<member><UserId>${name}</UserId><UserName>${name}</UserName><Arn>arn</Arn><Path>/</Path><CreateDate>2026-01-01T00:00:00Z</CreateDate>${more}</member>`
  const page = (users: string, marker?: string) =>
    `<ListUsersResponse xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><ListUsersResult><IsTruncated>${marker !== undefined}</IsTruncated>${marker === undefined ? '' : `<Marker>${marker}</Marker>`}<Users>${users}</Users></ListUsersResult></ListUsersResponse>`
  const iam: Answerer = (request) => {
    if (
      signatureOf(request, keys.secret_access_key) !== /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1]
    )
      return { status: 403, body: '<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code></Error></ErrorResponse>' }
    const body = request.body.includes('Marker=')
      ? page(user('bob', '<PasswordLastUsed>2026-01-02T00:00:00Z</PasswordLastUsed>'))
      : page(user('ada'), 'm2')
    return { body, headers: { 'content-type': 'text/xml' } }
  }

  test('reaches AWS with its signature whole, and is recorded without a key', async () => {
    const vendor = await serve(iam)

    const { result, records, kept } = await run(await fromGuide('aws.ts', vendor.origin), keys)

    expect(result.checks[0]?.error).toBeUndefined()
    expect(result.checks[0]?.results.map(({ status, resource }) => [status, resource.id])).toEqual([
      ['pass', 'ada'],
      ['fail', 'bob'],
    ])
    expect(vendor.seen.map(({ method, body }) => [method, new URLSearchParams(body).get('Action')])).toEqual([
      ['POST', 'ListUsers'],
      ['POST', 'ListUsers'],
    ])
    expect(records).toHaveLength(2)
    expect(kept).not.toContain(keys.secret_access_key)
    expect(kept).not.toMatch(/Signature=\w/)
  })

  test('waits and tries again as the transport does, once for each', async () => {
    const vendor = await serve((request, response, nth) =>
      nth === 1 ? { status: 503, body: '<ErrorResponse/>' } : iam(request, response, nth),
    )

    const { result } = await run(await fromGuide('aws.ts', vendor.origin), keys)

    expect(result.checks[0]).toMatchObject({ status: 'fail', requests: 3, retries: 1 })
  })

  test('ends as an error when AWS does not accept the signature', async () => {
    const vendor = await serve(iam)

    const { result } = await run(await fromGuide('aws.ts', vendor.origin), {
      ...keys,
      secret_access_key: 'another-key',
    })

    expect(result.status).toBe('error')
  })
})

describe.each([
  ['Octokit', 'octokit.ts', { api_key: secretKey }],
  ['openapi-fetch', 'openapi.ts', { api_key: secretKey }],
  ['the AWS SDK', 'aws.ts', { access_key_id: 'AKIDEXAMPLE', secret_access_key: secretKey }],
])('%s', (_, file, credentials) => {
  test('hands no credential to a host that the vendor redirects to', async () => {
    const stranger = await serve(() => ({ json: [] }))
    const vendor = await serve(() => ({ status: 307, headers: { location: `${stranger.origin}/elsewhere` } }))

    await run(await fromGuide(file, vendor.origin), credentials)

    expect(vendor.seen.length).toBeGreaterThan(0)
    expect(JSON.stringify(stranger.seen)).not.toMatch(new RegExp(`${secretKey}|AKIDEXAMPLE|Signature=`))
  })

  test('is held to the pace that the vendor asks for', async () => {
    const vendor = await serve((_request, _response, nth) =>
      nth === 1 ? { status: 429, headers: { 'retry-after': '7' } } : { status: 404, json: {} },
    )

    const { clock, result } = await run(await fromGuide(file, vendor.origin), credentials)

    const waitedMs = clock.nowMs() - Date.parse(result.startedAt)
    // A POST that only reads is not sent again by itself; whoever sends it again waits.
    if (vendor.seen.length > 1) expect(waitedMs).toBeGreaterThanOrEqual(7000)
    else expect(result.checks[0]?.error).toMatchObject({ kind: 'rate_limited' })
  })
})

/** Signature Version 4 of a request as it arrived, computed from what AWS documents. */
function signatureOf({ method, path, headers, body }: Seen, secret: string): string {
  const [, date = '', region = '', service = '', names = ''] =
    /Credential=[^/]+\/(\d+)\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  const hex = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const canonical = [
    method,
    path,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    hex(body),
  ].join('\n')
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/${service}/aws4_request`,
    hex(canonical),
  ]
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, toSign.join('\n')).toString('hex')
}
