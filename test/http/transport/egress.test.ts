import type { LookupAddress } from 'node:dns'
import fc from 'fast-check'
import { MockAgent } from 'undici'
import { describe, expect, test, vi } from 'vitest'
import {
  createPublicLookup,
  isPublicAddress,
  publicLookup,
  RefusedAddressError,
  readLiteralAddress,
} from '../../../src/http/transport/egress.ts'
import { createUndiciTransport } from '../../../src/http/transport/undici-transport.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError, openClient, serve } from '../support.ts'

describe('isPublicAddress()', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1']],
    [
      'link-local and metadata',
      ['169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254', '168.63.129.16'],
    ],
    ['carrier-grade NAT', ['100.64.0.1', '100.100.100.200', '100.127.255.255']],
    [
      'IPv4 inside IPv6',
      ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::7f00:1', '::8.8.8.8', '::ffff:0:7f00:1'],
    ],
    ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::7f00:1']],
    ['6to4', ['2002:7f00:1::', '2002:808:808::1', '192.88.99.1']],
    ['Teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
    [
      'documentation and benchmarks',
      ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1', '2001:2::1'],
    ],
    ['protocol assignments', ['192.0.0.192', '192.0.0.1']],
    ['multicast, reserved and broadcast', ['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', 'ff02::1']],
    ['no address', ['', 'localhost', 'example.com', '1.2.3', '::g', '127.0.0.1:80']],
  ])('%s is not', (_name, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  test('is false for every IPv4 address of a private range, mapped or not (property)', () => {
    const octet = fc.nat(255)
    const ranges = fc.oneof(
      fc.tuple(fc.constant(10), octet),
      fc.tuple(fc.constant(127), octet),
      fc.tuple(fc.constant(0), octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 })),
      fc.constant([192, 168]),
      fc.constant([169, 254]),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 })),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet),
    )

    fc.assert(
      fc.property(ranges, octet, octet, (start, c, d) => {
        const address = [...start, c, d].join('.')

        expect([address, `::ffff:${address}`, `::${address}`, `64:ff9b::${address}`].filter(isPublicAddress)).toEqual(
          [],
        )
      }),
    )
  })

  test('is true for IPv6 inside 2000::/3 alone (property)', () => {
    const group = fc.integer({ min: 0, max: 0xffff })

    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.map((each) => each.toString(16)).join(':')

        if (isPublicAddress(address)) expect((groups[0] ?? 0) & 0xe000).toBe(0x2000)
      }),
      { numRuns: countRuns(1000) },
    )
  })
})

describe('readLiteralAddress()', () => {
  test.each([
    ['http://127.0.0.1', '127.0.0.1'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://2130706433', '127.0.0.1'],
    ['http://0177.0.0.1', '127.0.0.1'],
    ['http://127.1', '127.0.0.1'],
    ['http://0', '0.0.0.0'],
    ['http://１２７.０.０.１', '127.0.0.1'],
    ['http://[::1]', '::1'],
    ['http://[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ])('of %s is %s', (url, address) => {
    expect(readLiteralAddress(new URL(url).hostname)).toBe(address)
  })

  test('of a name is undefined', () => {
    expect(['example.com', 'localhost', '1.example'].map(readLiteralAddress)).toEqual([undefined, undefined, undefined])
  })
})

describe('publicLookup', () => {
  const answered = (answer: readonly LookupAddress[] | Error, all: boolean) =>
    new Promise<unknown>((resolve) => {
      const lookup = createPublicLookup((_hostname, _options, callback) =>
        answer instanceof Error ? callback(answer, []) : callback(null, [...answer]),
      )
      lookup('acme.example', { all }, (error, address, family) => resolve(error ?? (all ? address : [address, family])))
    })
  const inside = { address: '10.0.0.1', family: 4 }
  const outside = { address: '93.184.216.34', family: 4 }
  const outside6 = { address: '2606:4700:4700::1111', family: 6 }

  test('keeps public addresses and drops the others', async () => {
    expect(await answered([inside, outside6, outside], true)).toEqual([outside6, outside])
    expect(await answered([inside, outside6, outside], false)).toEqual(['2606:4700:4700::1111', 6])
  })

  test('refuses a name that has no other address than private ones', async () => {
    for (const answer of [[inside], [{ address: '::1', family: 6 }, inside], []])
      for (const all of [true, false]) expect(await answered(answer, all)).toBeInstanceOf(RefusedAddressError)
  })

  test('hands on the failure of the resolver', async () => {
    const failure = Object.assign(new Error('no'), { code: 'ENOTFOUND' })

    expect(await answered(failure, true)).toBe(failure)
  })

  test('asks the system, whose localhost it refuses', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, resolve))

    expect(error).toBeInstanceOf(RefusedAddressError)
  })
})

describe('without allowPrivateNetwork nothing is sent to', () => {
  test.each([
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '100.64.0.1',
    '[fd00:ec2::254]',
    '0.0.0.0',
    'localhost',
    '１２７.０.０.１',
  ])('%s', async (host) => {
    const server = await serve()
    const { client, told } = await openClient({ baseUrl: 'https://api.acme.example' }, { allowPrivateNetwork: false })

    const error = await catchError(client.get(`https://${host}:${server.port}/x`))

    expect(error).toMatchObject({
      code: 'HTTP_HOST_REFUSED',
      message: expect.stringMatching(/not a public address.*--allow-private-network/),
    })
    expect(told.requests).toHaveLength(1)
    expect(server.seen).toEqual([])
  })

  test('a private address by way of a dispatcher or fetch of the host’s', async () => {
    const dispatcher = new MockAgent()
    dispatcher.disableNetConnect()
    const fetch = vi.fn(async () => Response.json({}))
    const transports = [{ dispatcher }, { fetch }]

    for (const transport of transports) {
      const { client } = await openClient(
        { baseUrl: 'https://api.acme.example' },
        { allowPrivateNetwork: false, ...transport },
      )
      const error = await catchError(client.get('https://10.0.0.1/'))

      expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    }
    expect(fetch).not.toHaveBeenCalled()
  })

  test('a name when the socket is opened, so that a second answer of its DNS gains nothing', async () => {
    const server = await serve()
    const transport = createUndiciTransport()
    const request = {
      method: 'GET',
      url: new URL(`http://localhost:${server.port}/`),
      headers: {},
      body: undefined,
      signal: new AbortController().signal,
      bodyBytesMax: 1000,
    }

    const error = await catchError(transport.send(request))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(server.seen).toEqual([])
    await transport.close()
  })
})
