import type { LookupAddress } from 'node:dns'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Check } from '../../../src/define/index.ts'
import { createPublicLookup, isPublicAddress, type ResolveAddresses } from '../../../src/http/transport/egress.ts'
import { runChecks } from '../../../src/things/runs/run-checks.ts'
import { catchError, collectItems, createConnectorWith, openClient, serve } from '../support.ts'

/** Ways to write an address of this machine, its network or its cloud, with a port. */
const inside = (port: number): [string, string][] => [
  ['loopback', `127.0.0.1:${port}`],
  ['loopback elsewhere in 127/8', `127.8.8.8:${port}`],
  ['decimal', `2130706433:${port}`],
  ['hexadecimal', `0x7f000001:${port}`],
  ['octal', `017700000001:${port}`],
  ['octal parts', `0177.0.0.01:${port}`],
  ['mixed parts', `0x7f.0.1:${port}`],
  ['short', `127.1:${port}`],
  ['percent-encoded', `%31%32%37.0.0.1:${port}`],
  ['full-width digits', `１２７.０.０.１:${port}`],
  ['circled digits', `①②⑦.⓪.⓪.①:${port}`],
  ['ideographic full stops', `127。0。0。1:${port}`],
  ['a trailing dot', `127.0.0.1.:${port}`],
  ['unspecified', `0.0.0.0:${port}`],
  ['zero', `0:${port}`],
  ['IPv6 loopback', `[::1]:${port}`],
  ['IPv6 loopback at length', `[0:0:0:0:0:0:0:1]:${port}`],
  ['IPv6 unspecified', `[::]:${port}`],
  ['IPv4-mapped', `[::ffff:127.0.0.1]:${port}`],
  ['IPv4-mapped in hexadecimal', `[::ffff:7f00:1]:${port}`],
  ['IPv4-translated (RFC 2765)', `[::ffff:0:7f00:1]:${port}`],
  ['IPv4-compatible', `[::127.0.0.1]:${port}`],
  ['NAT64', `[64:ff9b::127.0.0.1]:${port}`],
  ['local NAT64 (RFC 8215)', `[64:ff9b:1::7f00:1]:${port}`],
  ['6to4', `[2002:7f00:1::]:${port}`],
  ['Teredo', `[2001:0:7f00:1::]:${port}`],
  ['link-local', `[fe80::1]:${port}`],
  ['unique local', `[fd12:3456::1]:${port}`],
  ['private', `10.0.0.1:${port}`],
  ['carrier-grade NAT', `100.64.0.1:${port}`],
  ['metadata', '169.254.169.254'],
  ['metadata in hexadecimal', '0xa9fea9fe'],
  ['metadata, mapped', '[::ffff:a9fe:a9fe]'],
  ['metadata of AWS by IPv6', '[fd00:ec2::254]'],
  ['metadata of containers on AWS', '169.254.170.2'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['wire server of Azure', '168.63.129.16'],
  ['a name of this machine', `localhost:${port}`],
  ['a name of this machine with a dot', `localhost.:${port}`],
  ['a name of this machine in capitals', `LOCALHOST:${port}`],
]

describe('without allowPrivateNetwork nothing is sent to', () => {
  test('any spelling of an inside address, as URL, redirect or next page', async () => {
    const server = await serve()
    let target = ''
    const { client } = await openClient(
      { baseUrl: 'https://api.acme.example', allowedHosts: [] },
      { allowPrivateNetwork: false },
    )
    const redirecting = await openClient(
      { baseUrl: 'https://api.acme.example' },
      {
        allowPrivateNetwork: false,
        fetch: async (url) =>
          url === 'https://api.acme.example/start'
            ? new Response(null, { status: 302, headers: { location: target } })
            : Response.json({ reached: url }),
      },
    )
    const reached: string[] = []

    for (const [name, host] of inside(server.port)) {
      target = encodeURI(`https://${host}/x`).replaceAll('%25', '%').replaceAll('%5B', '[').replaceAll('%5D', ']')
      const error = await catchError(client.get(`https://${host}/x`, { retry: false }))
      const redirected = await redirecting.client
        .get('/start', { redirects: 'anywhere' })
        .catch((refused: unknown) => refused)

      // Some resolvers do not know the name with the dot, which is as good.
      if (!isRefusal(error) && !(host.startsWith('localhost.') && /ENOTFOUND|EAI_AGAIN/.test(String(error))))
        reached.push(`${name}: ${error}`)
      // A host's own fetch resolves names itself; literal addresses are refused there too.
      if (!isRefusal(redirected) && !/localhost/i.test(host))
        reached.push(`${name}, redirected: ${JSON.stringify(redirected)}`)
    }

    expect(reached).toEqual([])
    expect(server.seen).toEqual([])
  })

  test('an inside address that is the base URL, and the check says what to do', async () => {
    const server = await serve()
    const check: Check = {
      id: 'ask',
      title: 'Ask',
      connectorId: 'acme',
      run: (ctx) => ctx.get('/x').then(() => undefined),
    }

    for (const baseUrl of [`https://127.0.0.1:${server.port}`, server.origin]) {
      const { checks } = await runChecks(
        { ...createConnectorWith({ baseUrl }), checks: [check] },
        { credentials: { api_key: 'sesame-4711-open' } },
      )

      expect(checks[0]).toMatchObject({ status: 'error', error: { kind: 'config', code: 'HTTP_HOST_REFUSED' } })
      expect(checks[0]?.error?.message).toMatch(/allowPrivateNetwork/)
    }
    expect(server.seen).toEqual([])
  })

  test('a next page inside, even one that a credential field leads to', async () => {
    const { client } = await openClient(
      { baseUrl: 'https://api.acme.example' },
      {
        allowPrivateNetwork: false,
        fetch: async () => Response.json({ items: [], next: 'https://169.254.169.254/latest/meta-data' }),
      },
    )

    expect(
      await catchError(collectItems(client.paginate('/x', { items: 'items', next: { url: 'next' } }))),
    ).toMatchObject({
      code: 'HTTP_HOST_REFUSED',
    })
  })
})

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['HTTP_HOST_REFUSED', 'HTTP_URL_INVALID', 'HTTP_REDIRECT_REFUSED'].includes(code)
}

describe('a name whose DNS changes its answer (rebinding)', () => {
  /** Connects as undici does: with the lookup given to the socket, whose answer is the one that is used. */
  const connected = (resolve: ResolveAddresses, port: number) =>
    new Promise<string>((settle) => {
      const socket = connect({ host: 'acme.example', port, lookup: createPublicLookup(resolve) })
      socket.setTimeout(300, () => settle('silent'))
      socket.on('connect', () => settle('connected'))
      socket.on('error', (error: NodeJS.ErrnoException) => settle(String(error.code)))
      socket.on('close', () => socket.destroy())
    })
  const publicAddress: LookupAddress = { address: '93.184.216.34', family: 4 }
  const loopback: LookupAddress = { address: '127.0.0.1', family: 4 }

  test('is judged by the answer that the socket is opened with, each time anew', async () => {
    const server = await serve()
    const answers = [[publicAddress], [loopback], [publicAddress, loopback], [loopback]]
    let asked = 0
    const resolve: ResolveAddresses = (_hostname, _options, callback) => callback(null, answers[asked++] ?? [])

    const outcomes: string[] = []
    for (const _answer of answers) outcomes.push(await connected(resolve, server.port))

    expect(asked).toBe(4)
    expect(outcomes.filter((outcome) => outcome === 'connected')).toEqual([])
    expect([outcomes[1], outcomes[3]]).toEqual(['CHECKWRIGHT_ADDRESS_REFUSED', 'CHECKWRIGHT_ADDRESS_REFUSED'])
    expect(server.seen).toEqual([])
  })

  test('never gets an inside address through, however many it hides it among (property)', async () => {
    const octet = fc.nat(255)
    const address = fc.oneof(
      fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1', '64:ff9b::1'),
      fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.')),
      fc.ipV6(),
    )

    fc.assert(
      fc.property(fc.array(address, { maxLength: 8 }), fc.boolean(), (addresses, all) => {
        const lookup = createPublicLookup((_hostname, _options, callback) =>
          callback(
            null,
            addresses.map((each) => ({ address: each, family: each.includes(':') ? 6 : 4 })),
          ),
        )
        lookup('acme.example', { all }, (error, found) => {
          const given = typeof found === 'string' ? [found] : found.map((each) => each.address)
          if (error) expect(addresses.filter(isPublicAddress)).toEqual([])
          else expect(given.length > 0 && given.every(isPublicAddress)).toBe(true)
        })
      }),
    )
  })
})
