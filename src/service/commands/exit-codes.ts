import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { type Severity, severities } from '../../define/index.ts'
import type { ErrorCode } from '../../errors/index.ts'

/** Every exit code of the command. One number, one meaning, under every flag. */
export const exitCodes = {
  fine: 0,
  failed: 1,
  undecided: 2,
  usage: 3,
  notLoaded: 4,
  refused: 5,
  notVerified: 6,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'fine',
  1: 'a failing result',
  2: 'could not tell: a check, or the command itself, ended in an error (wins over 1)',
  3: 'usage or configuration',
  4: 'a connector could not be loaded',
  5: 'credentials refused',
  6: 'verification failed: a bundle was changed, its replay gives other results, or a page is out of date',
  130: 'interrupted',
}

/** Any other code means usage or configuration. */
const byErrorCode: Partial<Record<ErrorCode, ExitCode>> = {
  DEFINITION_INVALID: exitCodes.notLoaded,
  CONNECTOR_LOAD_FAILED: exitCodes.notLoaded,
  AUTH_CALLBACK_DENIED: exitCodes.refused,
  AUTH_EXCHANGE_FAILED: exitCodes.refused,
  AUTH_LOGIN_FAILED: exitCodes.refused,
  AUTH_REFRESH_REJECTED: exitCodes.refused,
  AUTH_REJECTED: exitCodes.refused,
  AUTH_REPLY_INVALID: exitCodes.undecided,
  AUTH_TRANSIENT: exitCodes.undecided,
  BUNDLE_INVALID: exitCodes.notVerified,
  LOG_BUNDLE_OTHER: exitCodes.notVerified,
  PACKAGE_INCOMPLETE: exitCodes.undecided,
  QUERY_LIMIT: exitCodes.undecided,
  RUN_NOT_REPLAYABLE: exitCodes.undecided,
  RECORDING_DIFFERS: exitCodes.notVerified,
  HTTP_NETWORK: exitCodes.undecided,
  HTTP_NOT_JSON: exitCodes.undecided,
  HTTP_NOT_TEXT: exitCodes.undecided,
  HTTP_PERMISSION_DENIED: exitCodes.undecided,
  HTTP_RATE_LIMITED: exitCodes.undecided,
  HTTP_STATUS: exitCodes.undecided,
  HTTP_TIMEOUT: exitCodes.undecided,
  HTTP_UPSTREAM: exitCodes.undecided,
  CANCELLED: exitCodes.interrupted,
  INTERNAL: exitCodes.undecided,
}

/** The exit code for a command that ended in an error. */
export function exitCodeOfError(code: ErrorCode): ExitCode {
  return byErrorCode[code] ?? exitCodes.usage
}

export interface Strictness {
  /** Failing results below this severity do not count. @default 'info' */
  readonly failOn?: Severity | undefined
  /** Failing results do not count; errors still do. @default false */
  readonly exitZero?: boolean | undefined
}

/** The exit code for finished runs. `failOn` and `exitZero` only affect 1. */
export async function exitCodeOfRuns(
  runs: readonly RecordedRun[],
  { failOn = 'info', exitZero = false }: Strictness = {},
): Promise<ExitCode> {
  const checks = runs.flatMap((run) => run.head.checks)
  const kinds = checks.map((check) => check.error?.kind)
  // No request was sent, or none was answered. The checks did not cause that, so it has its own code.
  if (kinds.length > 0 && kinds.every((kind) => kind === 'config')) return exitCodes.usage
  if (kinds.length > 0 && kinds.every((kind) => kind === 'auth')) return exitCodes.refused
  if (checks.some((check) => check.status === 'error')) return exitCodes.undecided
  // Lists alone: one that is not whole is what the run could not tell.
  if (runs.some(({ head }) => head.checks.length === 0 && head.status === 'error')) return exitCodes.undecided
  if (exitZero) return exitCodes.fine
  const counted = severities.slice(0, severities.indexOf(failOn) + 1)
  for (const run of runs) if (await isFailing(run, counted)) return exitCodes.failed
  return exitCodes.fine
}

async function isFailing({ head, results }: RecordedRun, counted: readonly Severity[]): Promise<boolean> {
  for (const check of head.checks) {
    if (check.status !== 'fail' && check.status !== 'manual') continue
    let isEmpty = true
    for await (const { status, waived, judged, severity = check.severity } of results(check.id)) {
      isEmpty = false
      const isFailure = (status === 'fail' && !waived) || judged?.decision === 'refused'
      if (isFailure && counted.includes(severity)) return true
    }
    // `onEmpty: 'fail'` fails a check without any result.
    if (isEmpty && check.status === 'fail' && counted.includes(check.severity)) return true
  }
  return false
}

/** The exit code for a connection test. Refused credentials differ from a test that could not be made. */
export function exitCodeOfTest({
  ok,
  status,
  code,
}: {
  readonly ok: boolean
  readonly status?: number | undefined
  readonly code?: ErrorCode | undefined
}): ExitCode {
  if (ok) return exitCodes.fine
  const isRefused = status === 401 || (code !== undefined && exitCodeOfError(code) === exitCodes.refused)
  return isRefused ? exitCodes.refused : exitCodes.undecided
}
