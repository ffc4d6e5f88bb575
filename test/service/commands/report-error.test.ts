import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { CheckwrightError } from '../../../src/errors/index.ts'
import { tellError } from '../../../src/service/commands/report-error.ts'
import { createProcessTerminal } from '../../../src/service/commands/terminal.ts'

function told(isTTY: boolean): string {
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: { NO_COLOR: '1' } }
  const error = new CheckwrightError('There is none. Make one.', { code: 'NOT_FOUND' })
  tellError(error, createProcessTerminal(streams), {})
  return String(stderr.read())
}

describe('tellError()', () => {
  test('says on a terminal how to read more', () => {
    expect(told(true)).toBe('error: There is none. Make one. (NOT_FOUND)\n  For help: checkwright explain NOT_FOUND\n')
  })

  test('leaves logs at one paragraph that ends in the code', () => {
    expect(told(false)).toBe('error: There is none. Make one. (NOT_FOUND)\n')
  })
})
