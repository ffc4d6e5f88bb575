import { inspect } from 'node:util'
import { CheckwrightError, type ErrorCode } from '../../errors/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { type ExitCode, exitCodeOfError } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

interface ErrorReport {
  readonly code: ErrorCode
  readonly message: string
  readonly exitCode: ExitCode
}

/** An error as the command prints it. An error that is not ours is a bug. */
function toErrorReport(error: unknown, { secrets }: Pick<Terminal, 'secrets'>): ErrorReport {
  const known = error instanceof CheckwrightError
  const code: ErrorCode = known ? error.code : 'INTERNAL'
  const message = known
    ? error.message
    : `Checkwright failed: ${describeThrownError(error)}. Please report this with the output of the same command and --debug.`
  return { code, message: secrets.text(message), exitCode: exitCodeOfError(code) }
}

/** One paragraph on stderr: problem, place, remedy, code. Under `--json` stdout gets the same as data. */
export function tellError(
  error: unknown,
  terminal: Terminal,
  options: { readonly json?: boolean | undefined; readonly debug?: boolean | undefined },
): ExitCode {
  const { code, message, exitCode } = toErrorReport(error, terminal)
  const { err, secrets } = terminal
  const [first = '', ...rest] = message.split('\n').map((line) => line.trimEnd())
  const lines = [`${err.paint(['red', 'bold'], 'error:')} ${cleanReportLine(first)}`, ...rest.map(cleanReportLine)]
  lines.push(`${lines.length === 1 ? `${lines.pop()} ` : '  '}${err.paint('dim', `(${code})`)}`)
  for (const line of lines) err.line(line)
  // In a log the code is enough, and another line would disturb programs that read it.
  if (err.isTty) err.line(err.paint('dim', `  For help: ${shell`checkwright explain ${code}`}`))
  if (options.debug) err.write(`${secrets.text(inspect(error, { depth: 4 }))}\n`)
  if (options.json) terminal.json({ error: { code, message, exitCode } })
  return exitCode
}

/** Keeps the indentation of lists. */
function cleanReportLine(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${cleanLine(line, 2000)}`
}

function describeThrownError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `a ${typeof error} was thrown`
}
