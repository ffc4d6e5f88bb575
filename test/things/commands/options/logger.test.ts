import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createProcessTerminal } from '../../../../src/service/commands/terminal.ts'
import { createLogger, type LogLevel } from '../../../../src/things/commands/options/logger.ts'

async function logged(level: LogLevel, isTTY = false) {
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const terminal = createProcessTerminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {} })
  terminal.secrets.add('CANARY-entered-here')
  const logger = await createLogger(terminal, level)
  return { logger, text: () => String(stderr.read() ?? '') }
}

test('createLogger() writes a JSON object a line, with level, time and message beside the fields', async () => {
  const { logger, text } = await logged('info')

  logger.debug({ runId: 'r' }, 'Not told')
  logger.warn({ runId: 'r', connectionId: 'c' }, 'Check could not tell')
  logger.error({ message: 'of the error', code: 'X' }, 'Request failed')

  const lines = text()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    { level: 'warn', time: expect.any(String), runId: 'r', connectionId: 'c', msg: 'Check could not tell' },
    { level: 'error', time: expect.any(String), message: 'of the error', code: 'X', msg: 'Request failed' },
  ])
  expect(new Date(lines[0].time).toISOString()).toBe(lines[0].time)
})

test.each([false, true])('createLogger() shows no secret that was entered here, terminal: %s', async (isTTY) => {
  const { logger, text } = await logged('debug', isTTY)

  logger.info({ a: 'x CANARY-entered-here', deep: { b: ['CANARY-entered-here'] } }, 'CANARY-entered-here')

  expect(text()).not.toContain('CANARY')
})

test('createLogger() takes out by name what nobody should have logged', async () => {
  const { logger, text } = await logged('info')

  logger.info({ token: 'CANARY-1', headers: { authorization: 'CANARY-2', deeper: { password: 'CANARY-3' } } }, 'Told')

  expect(text()).not.toContain('CANARY')
})

test('createLogger() writes a short line on a terminal, which no field can break', async () => {
  const { logger, text } = await logged('info', true)

  logger.debug({}, 'Not told')
  logger.info({ runId: 'r-1', status: 'pass', durationMs: 12, note: 'two\nlines \u001b[31m' }, 'Run finished')

  expect(text()).toMatch(
    /^\d\d:\d\d:\d\d info {2}Run finished runId=r-1 status=pass durationMs=12 note="two\\nlines \\u001b\[31m"\n$/,
  )
})

test('createLogger() says nothing when it is to be silent', async () => {
  const [json, short] = [await logged('silent'), await logged('silent', true)]

  for (const { logger } of [json, short]) logger.error({}, 'Not told')

  expect([json.text(), short.text()]).toEqual(['', ''])
})
