import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DecodedTooLargeError, decodeBody } from '../../../src/http/transport/decode.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { catchError } from '../support.ts'

const encoders = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  identity: (data: Uint8Array) => data,
}
type Encoding = keyof typeof encoders

describe('decodeBody()', () => {
  test('undoes every list of up to five encodings (property)', async () => {
    const encodings = fc.array(fc.constantFrom(...(Object.keys(encoders) as Encoding[])), {
      minLength: 1,
      maxLength: 5,
    })

    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), encodings, async (data, names) => {
        const encoded = names.reduce<Uint8Array>((body, name) => encoders[name](body), data)

        const decoded = await decodeBody(encoded, names.join(' ,').toUpperCase(), 100_000)

        expect(Buffer.from(decoded)).toEqual(Buffer.from(data))
      }),
      { numRuns: countRuns(60) },
    )
  })

  test('undoes deflate without its zlib frame too, as some servers send it', async () => {
    expect(Buffer.from(await decodeBody(deflateRawSync('hello'), 'deflate', 100)).toString()).toBe('hello')
  })

  test('leaves unknown encodings and empty bodies alone', async () => {
    const body = Buffer.from('as it is')

    expect(await decodeBody(body, 'zstd', 100)).toBe(body)
    expect(await decodeBody(body, undefined, 100)).toBe(body)
    expect(await decodeBody(new Uint8Array(), 'gzip', 100)).toHaveLength(0)
  })

  test.each(['gzip', 'deflate', 'br'] as const)('stops a bomb of %s at the cap', async (name) => {
    const bomb = encoders[name](Buffer.alloc(20_000_000))

    expect(bomb.byteLength).toBeLessThan(30_000)
    expect(await catchError(decodeBody(bomb, name, 1_000_000))).toBeInstanceOf(DecodedTooLargeError)
  })

  test('refuses what is not what it says, what is cut off, and a long list', async () => {
    expect(await catchError(decodeBody(Buffer.from('plain text'), 'gzip', 100))).not.toBeInstanceOf(
      DecodedTooLargeError,
    )
    expect(await catchError(decodeBody(gzipSync('hello').subarray(0, 12), 'gzip', 100))).toBeInstanceOf(Error)
    expect(await catchError(decodeBody(Buffer.from('x'), 'identity,'.repeat(6), 100))).toBeInstanceOf(Error)
  })
})
