import type { Terminal } from '../../../service/commands/terminal.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { Logger } from '../../runtime/runtime.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * The log of a serving command, on stderr: JSON a line as pino writes it, for programs; a short line each on a
 * terminal. Our code logs no secrets. Values that were entered on this terminal are still removed.
 */
export async function createLogger(
  { err, secrets }: Pick<Terminal, 'err' | 'secrets'>,
  level: LogLevel,
): Promise<Logger> {
  const write = (line: string) => err.write(secrets.text(line))
  if (err.isTty) return createShortLogger(write, level)
  // On first use: no other command logs.
  const { pino } = await import('pino')
  const logger: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // A second protection, by name: values with a secret's name are not logged.
      redact: { paths: secretPaths, censor: '[redacted]' },
    },
    { write },
  )
  return logger
}

const secretNames = [
  'access_token',
  'accessToken',
  'authorization',
  'client_secret',
  'clientSecret',
  'cookie',
  'credentials',
  'password',
  'refresh_token',
  'refreshToken',
  'secret',
  'token',
]
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

function createShortLogger(write: (line: string) => void, least: LogLevel): Logger {
  const at = (level: Exclude<LogLevel, 'silent'>) => (fields: object, message: string) => {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return
    const time = new Date().toTimeString().slice(0, 8)
    const pairs = Object.entries(omitUndefined(fields)).map(([name, value]) => `${name}=${formatLogValue(value)}`)
    write(`${[time, level.padEnd(5), message, ...pairs].join(' ')}\n`)
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** A word unchanged; anything else as JSON, which escapes control characters. */
function formatLogValue(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@{}-]+$/.test(value) ? value : (JSON.stringify(value) ?? '-')
}
