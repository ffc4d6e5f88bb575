import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { catchError, joinJson, openClient } from '../support.ts'
import { formatHttpAnswer, serveRaw } from './servers.ts'

/** Stands in every malformed answer, so that no error can quote one unseen. */
const canary = 'CANARY-5150'

const notHttp: Record<string, (socket: Socket) => void> = {
  'a greeting of another protocol': (socket) => socket.end(`SSH-2.0-${canary}\r\n`),
  'a body without a head': (socket) => socket.end(`{"note":"${canary}"}`),
  'nothing at all': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  'a head that ends nowhere': (socket) => socket.end(`HTTP/1.1 200 OK\r\nx-a: ${canary}\r\n`),
  'a status below 100': (socket) => socket.end(`HTTP/1.1 099 ${canary}\r\ncontent-length: 2\r\n\r\n{}`),
  'a status that is no number': (socket) => socket.end(`HTTP/1.1 2oo OK\r\nx-a: ${canary}\r\n\r\n`),
  'line feeds for line breaks': (socket) => socket.end(`HTTP/1.1 200 OK\ncontent-length: 2\nx-a: ${canary}\n\n{}`),
  'NUL in a header': (socket) => socket.end(`HTTP/1.1 200 OK\r\nx-a: ${canary}\0b\r\ncontent-length: 2\r\n\r\n{}`),
  'a header without a name': (socket) => socket.end(`HTTP/1.1 200 OK\r\n: ${canary}\r\ncontent-length: 2\r\n\r\n{}`),
  'a space before the colon': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length : 2\r\nx-a: ${canary}\r\n\r\n{}`),
  'two lengths (RFC 9112 §6.3)': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 13\r\n\r\n{}${canary}`),
  'a length and chunks (request smuggling)': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nb\r\n${canary}\r\n0\r\n\r\n`),
  'a negative length': (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: -2\r\n\r\n${canary}`),
  'less than its length': (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n${canary}`),
  'chunks that are none': (socket) => socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${canary}\r\n`),
  'a chunk beyond 64 bits': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n${canary}`),
  'chunks without an end': (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nb\r\n${canary}\r\n`),
  'another protocol instead (101)': (socket) =>
    socket.write(`HTTP/1.1 101 ${canary}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nxx`),
  'a bomb of header lines': (socket) => socket.write(`HTTP/1.1 200 OK\r\n${`x-a: ${canary}\r\n`.repeat(5000)}`),
  'a header line of a megabyte': (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${canary.repeat(100_000)}`),
}

describe('an answer that is not HTTP ends the request as a network error, without its words:', () => {
  test.each(Object.entries(notHttp))('%s', async (_name, answer) => {
    const vendor = await serveRaw(answer)
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/x', { retry: false, timeoutMs: 5000 }))

    expect(error).toMatchObject({ name: 'HttpError', code: 'HTTP_NETWORK', method: 'GET', url: `${vendor.origin}/x` })
    expect(joinJson(error)).not.toContain(canary)
    expect(vendor.seen).toHaveLength(1)
  })

  test('and says what it is, where that is known', async () => {
    const vendor = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await catchError(client.get('/', { retry: false }))).toMatchObject({
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached: its answer is not HTTP/),
    })
  })
})

describe('an odd answer that HTTP allows is read all the same:', () => {
  test.each<[string, (socket: Socket) => void, unknown]>([
    ['a body until the end of the connection', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n[1]'), [1]],
    // RFC 9110 §15.2; dotnet/corefx#31413, nodejs/undici#201
    [
      'a go-ahead that nobody asked for (100)',
      (socket) =>
        socket.write(Buffer.concat([Buffer.from('HTTP/1.1 100 Go on\r\n\r\n'), formatHttpAnswer(200, {}, '[1]')])),
      [1],
    ],
    [
      'several of them, in pieces',
      (socket) => {
        const pieces = [
          'HTTP/1.1 1',
          '00 Go on\r\nx: 1\r\n',
          '\r\nHTTP/1.1 100 Continue\r\n\r',
          '\nHTTP/1.1 200 OK\r\n',
        ]
        const all = [...pieces, 'content-length: 3\r\n\r\n[1]']
        for (const [at, piece] of all.entries()) setTimeout(() => socket.write(piece), at * 10)
      },
      [1],
    ],
    ['headers of 40 KB', (socket) => socket.write(formatHttpAnswer(200, { 'x-big': 'a'.repeat(40_000) }, '[1]')), [1]],
    [
      'many early hints before it',
      (socket) =>
        socket.write('HTTP/1.1 103 Early\r\nlink: </a>\r\n\r\n'.repeat(1000) + formatHttpAnswer(200, {}, '[1]')),
      [1],
    ],
    [
      'chunks with extensions and trailers',
      (socket) =>
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3;a=b\r\n[1]\r\n0\r\nx-trailer: 1\r\n\r\n'),
      [1],
    ],
    [
      'a body where none may be',
      (socket) => socket.write('HTTP/1.1 204 No\r\ncontent-length: 6\r\n\r\n"evil"'),
      undefined,
    ],
    [
      'headers named like members of every object',
      (socket) =>
        socket.write(
          formatHttpAnswer(
            200,
            { ['__proto__']: 'a', constructor: 'b', toString: 'c', hasOwnProperty: 'd', 'x-ok': 'e' },
            '[1]',
          ),
        ),
      [1],
    ],
  ])('%s', async (_name, answer, value) => {
    const vendor = await serveRaw(answer)
    const { client } = await openClient({ baseUrl: vendor.origin })

    expect(await client.get('/', { retry: false })).toEqual(value)
  })

  test('what comes after its length is nobody’s answer', async () => {
    const vendor = await serveRaw((socket, _request, nth) =>
      socket.write(
        Buffer.concat([
          formatHttpAnswer(200, {}, `[${nth}]`),
          ...(nth === 1 ? [formatHttpAnswer(200, {}, '"evil"')] : []),
        ]),
      ),
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    const answers = [await client.get('/a'), await client.get('/b')]

    expect(answers).toEqual([[1], [2]])
    expect(vendor.opened).toBe(2)
  })
})

describe('a compressed bomb stops at the cap:', () => {
  const zeros = Buffer.alloc(40 * 1024 * 1024)
  const gzipped = gzipSync(zeros)

  test.each([
    ['gzip', gzipped],
    ['deflate', deflateSync(zeros)],
    ['br', brotliCompressSync(zeros, { params: { 1: 1 } })],
    ['gzip, gzip', gzipSync(gzipped)],
  ])('%s', async (encoding, body) => {
    const vendor = await serveRaw((socket) =>
      socket.write(formatHttpAnswer(200, { 'content-encoding': encoding }, body)),
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    const error = await catchError(client.get('/'))

    expect(error).toMatchObject({ code: 'HTTP_BODY_TOO_LARGE' })
    expect(vendor.seen).toHaveLength(1)
  })

  test('zstd, which was not asked for, is not undone at all', async () => {
    const vendor = await serveRaw((socket) =>
      socket.write(formatHttpAnswer(200, { 'content-encoding': 'zstd' }, zstdCompressSync(zeros))),
    )
    const { client } = await openClient({ baseUrl: vendor.origin })

    const response = await client.fetch('/')

    expect((await response.arrayBuffer()).byteLength).toBeLessThan(100_000)
    expect(vendor.seen[0]).toMatch(/accept-encoding: gzip, deflate, br\r\n/i)
  })
})
