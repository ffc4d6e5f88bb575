import { expect, test } from 'vitest'
import { parseFrameOrigins } from '../../../src/things/connecting/frame-origins.ts'

const service = 'https://checks.example.com'

test('parseFrameOrigins() takes https origins and those of this machine, each once', () => {
  const given = [
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:3000',
    'https://app.example.com',
  ]

  expect(parseFrameOrigins(given, service)).toEqual(given.slice(0, 3))
  expect(parseFrameOrigins(undefined, 'http://checks.example.com')).toEqual([])
})

test.each([
  'http://app.example.com',
  'https://app.example.com/',
  'https://app.example.com/path',
  'https://*.example.com',
  'https://user@app.example.com',
  'https://APP.example.com',
  '*',
  'null',
  '',
  'javascript:alert(1)',
  'https://app.example.com; script-src *',
])('parseFrameOrigins() refuses %j', (wrong) => {
  expect(() => parseFrameOrigins([wrong], service)).toThrow(TypeError)
})

test('parseFrameOrigins() needs a service that browsers reach by https', () => {
  expect(() => parseFrameOrigins(['https://app.example.com'], 'http://checks.example.com')).toThrow(
    'publicUrl with https',
  )
})
