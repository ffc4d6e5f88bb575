import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDescription } from '../../../../src/author/new/openapi/read-description.ts'
import { createFolder } from '../../../app/command.ts'

function file(text: string | Uint8Array): string {
  const path = join(createFolder(), 'acme.yaml')
  writeFileSync(path, text)
  return path
}

describe('readDescription()', () => {
  test.each([
    ['OpenAPI 3.0 in JSON', '{"openapi":"3.0.3","paths":{"/a":{}}}', 'OpenAPI 3.0.3'],
    ['JSON behind a byte order mark', '\ufeff{"openapi":"3.0.3","paths":{"/a":{}}}', 'OpenAPI 3.0.3'],
    ['OpenAPI 3.1 in YAML', 'openapi: 3.1.0\npaths:\n  /a: {}\n', 'OpenAPI 3.1.0'],
    ['flow style that is no JSON', '{openapi: 3.1.0, paths: {/a: {}}}', 'OpenAPI 3.1.0'],
    ['Swagger 2.0, unquoted', 'swagger: 2.0\npaths:\n  /a: {}\n', 'Swagger 2.0'],
  ])('reads %s', async (_, text, format) => {
    const description = await readDescription(file(text))

    expect(description.format).toBe(format)
    expect(description.root.at('paths', '/a').isObject).toBe(true)
  })

  test('keeps statuses texts, which YAML writes as numbers', async () => {
    const { root } = await readDescription(
      file('openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses:\n        200: {}\n'),
    )

    expect(
      root
        .at('paths', '/a', 'get', 'responses')
        .members()
        .map(([status]) => status),
    ).toEqual(['200'])
  })

  const bomb = `openapi: 3.1.0\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join(', ')}]`).join('\n')}\n`

  test.each([
    ['an address', () => 'https://acme.example/openapi.json', 'OPENAPI_INVALID', 'is an address'],
    ['a file that is not there', () => join(createFolder(), 'none.json'), 'CLI_FILE_FAILED', 'ENOENT'],
    ['a folder', () => createFolder(), 'OPENAPI_INVALID', 'is a folder'],
    ['text that is no description', () => file('hello'), 'OPENAPI_INVALID', 'neither "openapi"'],
    ['a list', () => file('[1]'), 'OPENAPI_INVALID', 'neither "openapi"'],
    ['OpenAPI of a version that is unknown', () => file('{"openapi":"4.0.0"}'), 'OPENAPI_INVALID', 'neither "openapi"'],
    ['broken YAML, with its line', () => file('openapi: 3.1.0\npaths: [\n'), 'OPENAPI_INVALID', 'at line'],
    ['text that is not UTF-8', () => file(new Uint8Array([0xff, 0xfe, 0x7b, 0])), 'OPENAPI_INVALID', 'UTF-8'],
    ['aliases that grow without end', () => file(bomb), 'OPENAPI_INVALID', 'alias'],
    [
      'YAML that would take minutes',
      () => file(`openapi: 3.1.0\nx: ${'y'.repeat(8_000_001)}`),
      'OPENAPI_INVALID',
      'convert it to JSON',
    ],
  ])('refuses %s', async (_, path, code, message) => {
    await expect(readDescription(path())).rejects.toMatchObject({ code, message: expect.stringContaining(message) })
  })

  test('refuses a file that is too large, however much there is of it', async () => {
    const path = file('{')
    truncateSync(path, 2 ** 36)

    await expect(readDescription(path)).rejects.toMatchObject({
      message: expect.stringContaining('is larger than 64 MB'),
    })
  })

  test.skipIf(process.platform === 'win32')('does not wait for a pipe (needs POSIX)', async () => {
    const path = join(createFolder(), 'pipe')
    const { execFileSync } = await import('node:child_process')
    mkdirSync(join(path, '..'), { recursive: true })
    execFileSync('mkfifo', [path])

    await expect(readDescription(path)).rejects.toMatchObject({ code: 'OPENAPI_INVALID' })
  })
})
