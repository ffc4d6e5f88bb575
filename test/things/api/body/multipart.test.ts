import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMultipart } from '../../../../src/things/api/body/multipart.ts'
import { countRuns } from '../../../setup/count-runs.ts'

async function* inChunks(bytes: Uint8Array, sizes: readonly number[]): AsyncIterable<Uint8Array> {
  let at = 0
  for (const size of sizes) {
    if (at >= bytes.length) return
    yield bytes.subarray(at, at + size)
    at += size
  }
  if (at < bytes.length) yield bytes.subarray(at)
}

async function partsOf(body: AsyncIterable<Uint8Array>, boundary: string) {
  const parts = []
  for await (const { bytes, ...facts } of parseMultipart(body, boundary)) {
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    parts.push({ ...facts, content: Buffer.concat(chunks) })
  }
  return parts
}

const text = (body: string, boundary = 'b') => partsOf(inChunks(Buffer.from(body), []), boundary)

describe('parseMultipart()', () => {
  test('reads what fetch writes of a FormData, however the bytes are cut', async () => {
    const nastyName = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((name) => !/[\r\n\0]/.test(name))
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.constantFrom('\r\n', '\r', '\n', '--', '\r\n--', 'x')).map((pieces) => Buffer.from(pieces.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(nastyName, content, fc.array(fc.integer({ min: 1, max: 50 })), async (name, bytes, sizes) => {
        const form = new FormData()
        form.set('field', 'v\r\nw')
        form.set('file', new File([new Uint8Array(bytes)], name, { type: 'text/x-test' }))
        const sent = new Response(form)
        const boundary = /boundary=(.*)$/.exec(sent.headers.get('content-type') ?? '')?.[1] ?? ''

        const [field, file] = await partsOf(inChunks(new Uint8Array(await sent.arrayBuffer()), sizes), boundary)

        expect([field?.name, field?.fileName, field?.content.toString()]).toEqual(['field', undefined, 'v\r\nw'])
        expect([file?.name, file?.type]).toEqual(['file', 'text/x-test'])
        expect(file?.content.equals(Buffer.from(bytes))).toBe(true)
        expect(file?.fileName?.replaceAll('%22', '"')).toBe(name.toWellFormed().replaceAll('%22', '"'))
      }),
      { numRuns: countRuns(200) },
    )
  })

  test('ignores what stands before the first and after the last boundary', async () => {
    const parts = await text('before\r\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\nafter')

    expect(parts).toMatchObject([{ name: 'a', content: Buffer.from('1') }])
  })

  test.each(['binary', '8bit', '7Bit'])('reads a part that says %s, which changes no byte', async (encoding) => {
    const body = `--b  \r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n1\r\n--b\t\r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n--b--`

    expect((await text(body)).map(({ name, content }) => [name, String(content)])).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test.each([
    ['no boundary at all', 'nothing'],
    [
      'endless white space behind a boundary',
      `--b${' '.repeat(1000)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--`,
    ],
    ['an end before the last boundary', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
    ['an end in the headers', '--b\r\nContent-Disposition: form'],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--'],
    ['a part without headers', '--b\r\n\r\n1\r\n--b--'],
    [
      'a header twice',
      '--b\r\nContent-Disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"\r\n\r\n1\r\n--b--',
    ],
    [
      'an encoded part',
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--b--',
    ],
    ['an attachment', '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--b--'],
    ['a folded header', '--b\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\n1\r\n--b--'],
    ['a longer boundary inside', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--bc\r\n--b--'],
    ['endless headers', `--b\r\nX: ${'x'.repeat(9000)}\r\n\r\n1\r\n--b--`],
    ['33 parts', `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(33)}--b--`],
  ])('refuses %s with 400', async (_what, body) => {
    await expect(text(body)).rejects.toMatchObject({ code: 'API_INVALID', status: 400 })
  })

  test('refuses broken bodies with 400 and never with another error', async () => {
    const pieces = fc.array(
      fc.constantFrom('--b', '\r\n', '--', 'Content-Disposition: form-data; name="a"', ': ', 'x', '"', ';', '\r\n\r\n'),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const outcome = await text(all.join('')).catch((error: { status?: number }) => error.status)

        expect(outcome === 400 || Array.isArray(outcome)).toBe(true)
      }),
    )
  })
})
