import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../src/errors/codes.ts'

const codes = Object.entries(errorCodes)

describe('errorCodes', () => {
  test.each(codes)('%s is a stable name with a meaning of one sentence', (code, meaning) => {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/)
    expect(meaning).toMatch(/^[A-Z][^\n]{20,}\.$/)
    expect(meaning.length).toBeLessThan(140)
  })

  test('mean different things', () => {
    expect(new Set(codes.map(([, meaning]) => meaning)).size).toBe(codes.length)
  })
})

test('every code that the sources write is one of the list', () => {
  const folder = new URL('../../src/', import.meta.url)
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bcode: '([A-Z][A-Z0-9_]+)'/g)])
    .map(([, code = '']) => code)

  expect(written.length).toBeGreaterThan(20)
  expect([...new Set(written)].filter((code) => !Object.hasOwn(errorCodes, code))).toEqual([])
})
