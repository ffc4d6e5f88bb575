import { expect, test } from 'vitest'
import { parseStrictJson } from '../../../../src/service/api/strict-json.ts'
import { parseMultipart } from '../../../../src/things/api/body/multipart.ts'
import { linearMax, measureGrowth } from '../../../setup/growth.ts'

const boundary = 'b'

async function readParts(text: string, chunkBytes = text.length): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  try {
    for await (const part of parseMultipart(chunks(), boundary)) for await (const _ of part.bytes);
  } catch {
    // Refused, which is as good an end as any.
  }
}

const headed = 'content-disposition: form-data; name=a'

test.each<[string, (length: number) => string]>([
  ['spaces in a header', (length) => `--b\r\nx:${' '.repeat(length)}a\0\r\n${headed}\r\n\r\nv\r\n--b--`],
  ['spaces and tabs', (length) => `--b\r\nx: a${' \t'.repeat(length / 2)}a\r\n${headed}\r\n\r\nv\r\n--b--`],
  ['parameters without a value', (length) => `--b\r\n${headed}${'; a'.repeat(length / 3)}\r\n\r\nv\r\n--b--`],
])('parseMultipart() reads a header with %s in linear time', async (_what, make) => {
  const { ratio } = await measureGrowth(make, (text) => readParts(text), 1_900)

  expect(ratio).toBeLessThan(linearMax)
})

test('parseMultipart() reads what looks like a boundary, byte by byte, in linear time', async () => {
  const make = (length: number) => `--b\r\n${headed}\r\n\r\n${'\r\n--'.repeat(length / 4)}\r\n--b--`

  const { ratio } = await measureGrowth(make, (text) => readParts(text, 1), 8_000)

  expect(ratio).toBeLessThan(linearMax)
})

test.each<[string, (length: number) => string]>([
  ['brackets', (length) => '['.repeat(length)],
  ['backslashes', (length) => `"${'\\'.repeat(length)}"`],
  ['quotes', (length) => '"\\"'.repeat(length / 3)],
  ['names', (length) => `{${Array.from({ length: length / 10 }, (_, n) => `"k${n}":1`).join(',')}}`],
])('parseStrictJson() reads many %s in linear time', async (_what, make) => {
  const read = (text: string) => {
    try {
      parseStrictJson(text)
    } catch {
      // Refused.
    }
  }

  const { ratio } = await measureGrowth(make, read, 60_000)

  expect(ratio).toBeLessThan(linearMax)
})
