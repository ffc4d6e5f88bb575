import { expect, test } from 'vitest'
import { checkLogo } from '../../../src/service/records/logo.ts'
import { createPng } from './png.ts'

const refused = expect.objectContaining({ code: 'APPEARANCE_INVALID' })

test('checkLogo() knows PNG, JPEG and WebP by their bytes, with their size', () => {
  expect(checkLogo(createPng(20, 10))).toEqual({ type: 'image/png', width: 20, height: 10 })
  expect(checkLogo(createJpeg(30, 12))).toEqual({ type: 'image/jpeg', width: 30, height: 12 })
  expect(checkLogo(createWebp(16, 8))).toEqual({ type: 'image/webp', width: 16, height: 8 })
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
  ['a PNG with a page behind it', Buffer.concat([createPng(8, 8), Buffer.from('<script>alert(1)</script>')])],
  ['a PNG that ends early', createPng(8, 8).subarray(0, -5)],
  ['a PNG of a size that no browser holds', createPng(60_000, 60_000)],
  ['a PNG without pixels', createPng(0, 8)],
  ['a PNG that moves', createPng(8, 8, 'acTL')],
  ['a JPEG with a page behind it', Buffer.concat([createJpeg(8, 8), Buffer.from('<script>')])],
  [
    'a JPEG whose segment is longer than the file',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xd9]),
  ],
  ['a WebP with a page behind it', Buffer.concat([createWebp(8, 8), Buffer.from('<script>')])],
  ['more than 100 kB', Buffer.concat([createPng(8, 8), Buffer.alloc(100_000)])],
])('checkLogo() refuses %s', (_name, bytes) => {
  expect(() => checkLogo(bytes)).toThrow(refused)
})

test('checkLogo() ends for every cut and every changed byte of a file', () => {
  for (const file of [createPng(20, 10), createJpeg(30, 12), createWebp(16, 8)]) {
    for (let at = 0; at < file.length; at++) {
      for (const value of [0, 0xff]) {
        const changed = Buffer.from(file)
        changed[at] = value
        tryLogo(changed)
        tryLogo(file.subarray(0, at))
      }
    }
  }
})

/** Anything but a logo or its own refusal fails the test. */
function tryLogo(bytes: Uint8Array): void {
  try {
    checkLogo(bytes)
  } catch (error) {
    expect(error).toEqual(refused)
  }
}

function createJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]),
    frame,
    Buffer.from([0xff, 0xda, 0, 2, 0xff, 0xd9]),
  ])
}

function createWebp(width: number, height: number): Buffer {
  const data = Buffer.alloc(16)
  data[0] = 0x2f
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), Buffer.from([16, 0, 0, 0]), data])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
