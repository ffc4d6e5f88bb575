import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackBody } from '../../../src/http/exchanges/unpack-body.ts'

const text = 'a line of a log. '.repeat(20)

function zip(name: string, stored: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.write('PK\x03\x04', 'latin1')
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), stored, Buffer.from('PK\x01\x02')])
}

const read = (body: Buffer) => unpackBody(body)?.map((each) => each.toString())

test('unpackBody() reads gzip, zlib and each file of a zip', () => {
  const files = ['a', 'b'].map((name) => zip(`${name}.log`, deflateRawSync(name + text)))

  expect(read(gzipSync(text))).toEqual([text])
  expect(read(deflateSync(text))).toEqual([text])
  expect(read(Buffer.concat(files))).toEqual([`a${text}`, `b${text}`])
})

test('unpackBody() reads what is packed in an archive, and the beginning of a stream that was cut off', () => {
  expect(read(zip('a.gz', deflateRawSync(gzipSync(text))))?.at(-1)).toBe(text)
  expect(text).toContain(read(gzipSync(text).subarray(0, -9))?.[0])
})

test('unpackBody() leaves out what only begins like an archive', () => {
  for (const body of [Buffer.from([0x1f, 0x8b, 8, 0xff]), Buffer.from('PK\x03\x04'), Buffer.from([0x78, 0x9c, 1, 2])])
    expect(read(body)?.join('')).toBe('')
  expect(read(Buffer.from([0xff]))).toEqual([])
})

test('unpackBody() gives up above 32 MiB, in one stream or in many, and above 2,000 streams', () => {
  const large = deflateRawSync(Buffer.alloc(17 * 1024 * 1024))

  expect(unpackBody(gzipSync(Buffer.alloc(33 * 1024 * 1024)))).toBeUndefined()
  expect(unpackBody(Buffer.concat([zip('a', large), zip('b', large)]))).toBeUndefined()
  expect(unpackBody(Buffer.concat(Array.from({ length: 2_001 }, () => zip('a', deflateRawSync('a')))))).toBeUndefined()
})
