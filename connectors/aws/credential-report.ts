import type { BaseContext } from 'checkwright'
import { ask, homeRegion, query } from './operations.ts'
import { CredentialReport, ReportState } from './responses.ts'

/** A person or program of the account, as the credential report tells of it. */
export interface ReportedUser {
  readonly name: string
  readonly arn: string
  /** Whether a password opens the console. */
  readonly hasPassword: boolean
  readonly mfa: boolean
  readonly keys: readonly ReportedKey[]
}

export interface ReportedKey {
  readonly slot: 1 | 2
  readonly active: boolean
  readonly rotatedAt: string | undefined
  readonly usedAt: string | undefined
}

/** Actions that the report takes. */
export const reportScopes = ['iam:GenerateCredentialReport', 'iam:GetCredentialReport']

const pauseMs = 2_000
const attemptsMax = 60

/**
 * IAM's users by the credential report, without root. AWS makes a report at most every four hours and gives the last one
 * meanwhile; asking for it changes nothing else, which is why AWS's read-only policies allow it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
export async function reportedUsers(ctx: BaseContext): Promise<readonly ReportedUser[]> {
  for (let attempt = 1; ; attempt++) {
    const state = await ask(ctx, query('iam', homeRegion, 'GenerateCredentialReport'), ReportState)
    if (state === 'COMPLETE') break
    if (attempt === attemptsMax)
      ctx.cannotTell({
        kind: 'timeout',
        message: 'AWS did not finish the credential report in two minutes; run again.',
      })
    await ctx.sleep(pauseMs)
  }
  const { csv } = await ask(ctx, query('iam', homeRegion, 'GetCredentialReport'), CredentialReport)
  const users = usersIn(csv)
  return (
    users ?? ctx.cannotTell({ kind: 'schema_drift', message: 'The credential report has other columns than it had.' })
  )
}

const columns = [
  'user',
  'arn',
  'password_enabled',
  'mfa_active',
  'access_key_1_active',
  'access_key_1_last_rotated',
  'access_key_1_last_used_date',
  'access_key_2_active',
  'access_key_2_last_rotated',
  'access_key_2_last_used_date',
] as const

/** The rows of the report; undefined where a column is missing or a row has another number of cells. */
function usersIn(csv: string): readonly ReportedUser[] | undefined {
  const [head = [], ...rows] = csv
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cellsOf)
  if (columns.some((name) => !head.includes(name)) || rows.some(({ length }) => length !== head.length))
    return undefined
  return rows
    .map((cells) => {
      const cell = (name: (typeof columns)[number]) => cells[head.indexOf(name)] ?? ''
      const is = (name: (typeof columns)[number]) => cell(name).toLowerCase() === 'true'
      const date = (name: (typeof columns)[number]) => (/^\d{4}-/.test(cell(name)) ? cell(name) : undefined)
      const key = (slot: 1 | 2): ReportedKey => ({
        slot,
        active: is(`access_key_${slot}_active`),
        rotatedAt: date(`access_key_${slot}_last_rotated`),
        usedAt: date(`access_key_${slot}_last_used_date`),
      })
      const name = cell('user')
      const rest = { hasPassword: is('password_enabled'), mfa: is('mfa_active'), keys: [key(1), key(2)] }
      return { name, arn: cell('arn'), ...rest }
    })
    .filter(({ name }) => name !== '<root_account>')
}

/** Cells of a line (RFC 4180): names of users may hold commas. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}
