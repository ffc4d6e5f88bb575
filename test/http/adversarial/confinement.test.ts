import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CheckwrightError } from '../../../src/errors/index.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError, collectItems, joinJson, openClient, secretKey } from '../support.ts'
import { formatHttpAnswer, serveUntrusted } from './servers.ts'

const own = 'https://api.acme.example'
const key = 'sesame-in-query'

interface Asked {
  readonly url: string
  readonly headers: Record<string, string>
}

/** A client whose requests of any host arrive here, each answered by `answer`. */
async function openAnywhere(answer: (asked: Asked) => Response | Promise<Response> = () => Response.json({})) {
  const asked: Asked[] = []
  const opened = await openClient(
    {
      baseUrl: `${own}/v1`,
      allowedHosts: ['files.acme.example', '*.cdn.acme.example'],
      headers: { 'X-Tenant': 'blue-tenant' },
      query: { tenant: 'blue-tenant' },
      auth: { type: 'api_key', config: { in: 'query', name: 'key' } },
    },
    {
      credentials: { api_key: key },
      allowPrivateNetwork: false,
      fetch: async (url, { headers }) => {
        asked.push({ url, headers })
        return answer({ url, headers })
      },
    },
  )
  return { ...opened, asked }
}

/** Whether credentials may be there, decided anew and more simply than by the code under test. */
function isOwn(url: string): boolean {
  const { protocol, hostname, port } = new URL(url)
  const hosts = ['api.acme.example', 'files.acme.example']
  return (
    protocol === 'https:' &&
    port === '' &&
    (hosts.includes(hostname) || /^(?:[^.]+\.)+cdn\.acme\.example$/.test(hostname))
  )
}

/** @throws when anything of the connection is where it may not be */
function expectConfined(asked: readonly Asked[]): void {
  for (const { url, headers } of asked) {
    const shown = joinJson(url, headers)
    if (isOwn(url)) expect(new URL(url).searchParams.get('key')).toBe(key)
    else expect(shown).not.toMatch(/sesame|blue-tenant/)
  }
}

const hostile = fc.constantFrom(
  ...[
    '/',
    '\\',
    '//',
    '@',
    ':',
    '.',
    '..',
    '%2e',
    '%2f',
    '%40',
    '#',
    '?',
    ';',
    'https:',
    'http://',
    'https://',
    ':443',
  ],
  ...['api.acme.example', 'evil.example', 'cdn.acme.example', 'files.acme.example', 'acme.example', '.evil.example'],
  ...['\t', '\n', '\r', '\0', ' ', '\u3000', '。', '．', '／', '＠', 'ａpi', 'ß', '\u00ad', 'xn--', '[::1]', '0x7f.1'],
)
const anyUrl = fc.oneof(
  fc.array(hostile, { maxLength: 10 }).map((pieces) => pieces.join('')),
  fc.array(hostile, { maxLength: 6 }).map((pieces) => `https://${pieces.join('')}`),
  fc.array(hostile, { maxLength: 6 }).map((pieces) => `${own}${pieces.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary' }),
)

describe('whatever URL there is, credentials go to own hosts only (property):', () => {
  test('as a path, a URL or a Request of a check', async () => {
    const { client, asked } = await openAnywhere()
    const ways = [
      (url: string) => client.get(url),
      (url: string) => client.fetch(url),
      (url: string) => client.fetch(new URL(url)),
      (url: string) => client.fetch(new Request(url)),
    ]

    await fc.assert(
      fc.asyncProperty(anyUrl, fc.constantFrom(...ways), async (url, way) => {
        asked.length = 0
        try {
          await way(url)
        } catch (error) {
          // `new URL` and `new Request` have their own errors for what is no URL.
          if (!(error instanceof TypeError)) expect(error).toBeInstanceOf(CheckwrightError)
        }

        expectConfined(asked)
      }),
      { numRuns: countRuns(1000) },
    )
  })

  test('as a redirect', async () => {
    let location = ''
    const { client, asked } = await openAnywhere(({ url }) =>
      url.startsWith(`${own}/v1/start`)
        ? new Response(null, { status: 302, headers: { location } })
        : Response.json({}),
    )
    const sendable = anyUrl.map((url) =>
      url.replaceAll(/[\r\n\0]/g, '').replaceAll(/[^\x20-\xff]/g, encodeURIComponentSafely),
    )

    await fc.assert(
      fc.asyncProperty(sendable, async (url) => {
        asked.length = 0
        location = url
        await client
          .get('/start', { redirects: 'anywhere' })
          .catch((error: unknown) => expect(error).toBeInstanceOf(CheckwrightError))

        expectConfined(asked)
      }),
      { numRuns: countRuns(500) },
    )
  })

  test('as a next page, which is asked for on own hosts alone', async () => {
    let next = ''
    const { client, asked } = await openAnywhere(({ url }) =>
      Response.json({ items: [1], next: url.startsWith(`${own}/v1/start`) ? next : null }),
    )

    await fc.assert(
      fc.asyncProperty(anyUrl, async (url) => {
        asked.length = 0
        next = url
        await collectItems(client.paginate('/start', { items: 'items', next: { url: 'next' } })).catch(
          (error: unknown) => expect(error).toBeInstanceOf(CheckwrightError),
        )

        expect(asked.every((each) => isOwn(each.url))).toBe(true)
        expectConfined(asked)
      }),
      { numRuns: countRuns(500) },
    )
  })
})

describe('hosts that only look like an own one get no credentials:', () => {
  test.each([
    'https://api.acme.example.evil.example/',
    'https://api.acme.example@evil.example.evil/',
    'https://api.acme.example./',
    'https://api.acme.example:8443/',
    'https://xapi.acme.example/',
    'https://.cdn.acme.example/',
    'https://a..cdn.acme.example/',
    'https://api-acme.example/',
    'https://аpi.acme.example/',
    'https://cdn.acme.example/',
    'https://evilcdn.acme.example/',
    'https://a.cdn.acme.example:444/',
    'https://a.cdn.acme.example.evil.example/',
    'https://files.acme.example%2eevil.example/',
  ])('%s', async (url) => {
    const { client, asked } = await openAnywhere()

    await client.get(url).catch((error: unknown) => expect(error).toBeInstanceOf(CheckwrightError))

    expectConfined(asked)
    expect(asked.every((each) => !isOwn(each.url))).toBe(true)
  })

  test.each([
    'https://API.ACME.EXAMPLE/x',
    'https://api.acme.example:443/x',
    'https://api.acme.example/v2/elsewhere',
    'https://ａpi.acme.example/x',
    'https://api%2eacme.example/x',
    'https://api。acme.example/x',
    'https://a.b.cdn.acme.example/x',
  ])('but %s is one', async (url) => {
    const { client, asked } = await openAnywhere()

    await client.get(url)

    expect(asked).toHaveLength(1)
    expect(isOwn(asked[0]?.url ?? '')).toBe(true)
    expectConfined(asked)
  })
})

describe('a vendor that names its key anew', () => {
  test('in a next page of another host makes the check refuse it, without showing the key', async () => {
    const { client, asked, told } = await openAnywhere(() =>
      Response.json({ items: [], next: `https://evil.example/?key=${key}` }),
    )

    const error = await catchError(collectItems(client.paginate('/list', { items: 'items', next: { url: 'next' } })))

    expect(error).toMatchObject({ code: 'HTTP_HOST_REFUSED' })
    expect(asked).toHaveLength(1)
    expect(joinJson(error, told)).not.toContain(key)
  })

  test('in a header of its own host sends nothing elsewhere, and shows in no error', async () => {
    const { client, told } = await openAnywhere(() =>
      Response.json({ message: 'no' }, { status: 403, headers: { 'x-request-id': `for ${key}`, 'x-echo': key } }),
    )

    const error = await catchError(client.get('/x'))

    expect(error).toMatchObject({ requestId: 'for [redacted]' })
    expect(joinJson(error, told)).not.toContain(key)
  })
})

test('a key in a header is not sent to another port of the same host', async () => {
  const asked: Asked[] = []
  const { client } = await openClient(
    { baseUrl: own },
    {
      allowPrivateNetwork: false,
      fetch: async (url, { headers }) => {
        asked.push({ url, headers })
        return Response.json({})
      },
    },
  )

  for (const port of [80, 444, 8443, 65535]) await client.get(`${own}:${port}/x`)

  expect(asked).toHaveLength(4)
  expect(joinJson(asked)).not.toContain(secretKey)
})

test('a vendor whose certificate nobody vouches for gets no request, and is asked once', async () => {
  let seen = ''
  const vendor = await serveUntrusted((socket, request) => {
    seen += String(request)
    socket.end(formatHttpAnswer(200, {}, '{}'))
  })
  const { client, told } = await openClient({ baseUrl: vendor.origin })

  const error = await catchError(client.get('/x'))

  expect(error).toMatchObject({ code: 'HTTP_NETWORK', message: expect.stringContaining('its TLS certificate') })
  expect(told.requests).toHaveLength(1)
  expect(seen).not.toContain(secretKey)
})

/** The replacement in a header for a character beyond it; half a surrogate pair has no encoding. */
function encodeURIComponentSafely(character: string): string {
  return encodeURIComponent(character.toWellFormed())
}
