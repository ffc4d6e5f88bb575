import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeSystemCode, hasSystemCode, isSystemError } from '../../src/errors/system-error.ts'

test("an error of the operating system is known by its code, and another library's code is none", async () => {
  const missing: unknown = await readFile('/nonexistent/file').catch((error: unknown) => error)
  const notOurs = Object.assign(new Error('refused'), { code: 'ERR_JWKS' })

  expect([missing, notOurs, 'ENOENT', undefined].map(isSystemError)).toEqual([true, false, false, false])
  expect([
    hasSystemCode(missing, 'ENOENT'),
    hasSystemCode(missing, 'EACCES'),
    hasSystemCode(notOurs, 'ERR_JWKS'),
  ]).toEqual([true, false, false])
  expect([describeSystemCode(missing), describeSystemCode(notOurs)]).toEqual([' (ENOENT)', ''])
})
