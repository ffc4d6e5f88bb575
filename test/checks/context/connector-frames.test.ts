import { describe, expect, test } from 'vitest'
import { callConnectorCode, listConnectorFrames } from '../../../src/checks/context/connector-frames.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'

const cwd = process.cwd()

const call = `async ${callConnectorCode.name} (${cwd}/src/checks/connector-frames.ts:1:1)`

/** An error that the connector threw, with a stack of its own. */
function createError(message: string, frames: readonly string[], cause?: unknown): Error {
  return createErrorOutside(message, [...frames, call], cause)
}

/** An error whose stack does not show our call of the connector. */
function createErrorOutside(message: string, frames: readonly string[], cause?: unknown): Error {
  const error = new Error(message, { cause })
  error.stack = [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n')
  return error
}

function listFrames(thrown: unknown, redactor = new Redactor()) {
  return listConnectorFrames(thrown, redactor).map(({ file, line, function: name }) =>
    `${file}:${line} ${name ?? ''}`.trim(),
  )
}

describe('listConnectorFrames()', () => {
  test('keeps the connector alone: neither us, nor Node, nor libraries, nor whoever started the run', () => {
    const error = createError('x', [
      `parse (${cwd}/node_modules/zod/index.js:1:1)`,
      `readUser (file://${cwd}/acme/users.ts?checkwright=3:7:9)`,
      `Object.get (${cwd}/src/http/client.ts:5:5)`,
      'process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
      `async Object.run (${cwd}/acme/acme.ts:20:3)`,
      call,
      `async ${cwd}/my-service/main.ts:4:4`,
    ])

    expect(listFrames(error)).toEqual(['acme/users.ts:7 readUser', 'acme/acme.ts:20 run'])
  })

  test('of an installed connector keeps its package, and not the libraries beside it', () => {
    const error = createError('x', [
      `send (${cwd}/node_modules/@octokit/rest/index.js:1:1)`,
      `run (${cwd}/node_modules/checkwright-connector-acme/dist/acme.js:2:2)`,
    ])

    expect(listFrames(error)).toEqual(['node_modules/checkwright-connector-acme/dist/acme.js:2 run'])
  })

  test('says of a file elsewhere the end of its path only, which names nobody', () => {
    expect(listFrames(createError('x', ['run (/srv/ada/acme/checks/mfa.ts:3:1)']))).toEqual([
      '…/acme/checks/mfa.ts:3 run',
    ])
  })

  test('takes no line of the message for a frame, and hides secrets in what it keeps', () => {
    const redactor = new Redactor()
    redactor.add('canary-secret')
    const error = createError(`said:\n    at injected (${cwd}/evil.ts:1:1)`, [`canary-secret (${cwd}/acme.ts:2:2)`])

    expect(listFrames(error, redactor)).toEqual(['acme.ts:2 [redacted]'])
  })

  test('looks at the cause where the error itself has no place in the connector', () => {
    const error = createError(
      'outer',
      [`wrap (${cwd}/src/http/client.ts:5:5)`],
      createError('x', [`f (${cwd}/a.ts:1:1)`]),
    )

    expect(listFrames(error)).toEqual(['a.ts:1 f'])
  })

  test('keeps ten frames at most', () => {
    const deep = Array.from({ length: 40 }, (_, index) => `f (${cwd}/a.ts:${index + 1}:1)`)

    expect(listFrames(createError('x', deep))).toHaveLength(10)
  })

  test('keeps a stack that was cut short before our call, where it is of one package', () => {
    const deep = Array.from({ length: 100 }, (_, index) => `f (${cwd}/a.ts:${index + 1}:1)`)
    const mixed = [...deep, `start (${cwd}/node_modules/runner/index.js:1:1)`]

    expect(listFrames(createErrorOutside('x', deep))).toHaveLength(10)
    expect(listFrames(createErrorOutside('x', mixed))).toEqual([])
  })

  test('gives none for an error that the connector did not throw', () => {
    expect(listFrames(createErrorOutside('x', [`start (${cwd}/my-service/main.ts:4:4)`]))).toEqual([])
  })

  test.each([
    ['a string', 'oh'],
    ['undefined', undefined],
    ['an error whose stack is no text', Object.assign(new Error('x'), { stack: 7 })],
    [
      'an error whose stack throws',
      Object.defineProperty(new Error('x'), 'stack', {
        get: () => {
          throw new Error('no')
        },
      }),
    ],
  ])('gives none for %s', (_what, thrown) => {
    expect(listFrames(thrown)).toEqual([])
  })
})
