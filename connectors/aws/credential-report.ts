import { type BaseContext, type ReadingContext, vendorTime } from 'checkwright'
import * as z from 'zod/mini'
import { ask, createQueryCall, homeRegion } from './operations.ts'
import { CredentialReport, ReportState } from './responses.ts'

/** A person or program of the account, from the credential report. */
export interface ReportedUser {
  readonly name: string
  readonly arn: string
  /** Whether a password opens the console. */
  readonly hasPassword: boolean
  readonly mfa: boolean
  /** When the password last opened the console; undefined if it never did. */
  readonly passwordUsedAt: string | undefined
  /** When the password was last changed; undefined if there is none, and for root. */
  readonly passwordSetAt: string | undefined
  readonly keys: readonly ReportedKey[]
}

export interface ReportedKey {
  readonly slot: 1 | 2
  readonly active: boolean
  readonly rotatedAt: string | undefined
  readonly usedAt: string | undefined
}

/** A line of the report by its columns, root's too. */
export interface ReportRow {
  readonly user: string
  readonly arn: string
  /** Text as AWS writes it; absent where the report has no such column. */
  readonly [column: string]: string | undefined
}

/** Permissions that the report needs. */
export const reportScopes = ['iam:GenerateCredentialReport', 'iam:GetCredentialReport']

const pauseMs = 2_000
const attemptsMax = 60

/** IAM's users by the credential report, without root. A user whose line has another word is undecided. */
export async function readReportedUsers(ctx: BaseContext): Promise<readonly ReportedUser[]> {
  const users = (await readReportRows(ctx)).filter(({ user }) => user !== rootName)
  return users.flatMap((row) => {
    const { data } = Row.safeParse(row)
    if (data === undefined)
      ctx.undecided({
        resource: { type: 'user', id: row.arn, name: row.user },
        kind: 'schema_drift',
        because: `The credential report has another word for ${row.user} than it had.`,
      })
    return data ?? []
  })
}

export async function readReportedRoot(ctx: ReadingContext): Promise<ReportedUser> {
  const root = (await readReportRows(ctx)).find(({ user }) => user === rootName)
  return Row.safeParse(root).data ?? refuseReport(ctx)
}

/**
 * The lines of the credential report. AWS makes a report at most every four hours and returns the last one meanwhile.
 * Requesting it changes nothing else, so AWS's read-only policies allow it.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
export async function readReportRows(ctx: ReadingContext): Promise<readonly ReportRow[]> {
  for (let attempt = 1; ; attempt++) {
    const state = await ask(ctx, createQueryCall('iam', homeRegion, 'GenerateCredentialReport'), ReportState)
    if (state === 'COMPLETE') break
    if (attempt === attemptsMax)
      ctx.cannotTell({
        kind: 'timeout',
        message: 'AWS did not finish the credential report in two minutes; run again.',
      })
    await ctx.sleep(pauseMs)
  }
  const { csv } = await ask(ctx, createQueryCall('iam', homeRegion, 'GetCredentialReport'), CredentialReport)
  return parseRows(csv) ?? refuseReport(ctx)
}

function refuseReport(ctx: ReadingContext): never {
  ctx.cannotTell({ kind: 'schema_drift', message: 'The credential report has other columns or words than it had.' })
}

/** The report's name for the root user. */
export const rootName = '<root_account>'

const flag = z.pipe(
  z.string().check(z.regex(/^(?:true|false)$/i)),
  z.transform((text) => text.toLowerCase() === 'true'),
)
// "N/A" means that it was never used or there is no key; "no_information" means that it is unknown.
const date = z.union([
  z.pipe(
    z.enum(['N/A', 'no_information']),
    z.transform(() => undefined),
  ),
  vendorTime(),
])

// AWS writes it for root, whose password is not managed by IAM.
const unsupported = z.pipe(
  z.literal('not_supported'),
  z.transform(() => undefined),
)

/** A row by its columns. https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html */
const Row = z.pipe(
  z.object({
    user: z.string().check(z.minLength(1)),
    arn: z.string().check(z.startsWith('arn:')),
    // AWS leaves it out for root.
    password_enabled: z.union([
      flag,
      z.pipe(
        unsupported,
        z.transform(() => true),
      ),
    ]),
    password_last_used: date,
    password_last_changed: z.union([date, unsupported]),
    mfa_active: flag,
    access_key_1_active: flag,
    access_key_1_last_rotated: date,
    access_key_1_last_used_date: date,
    access_key_2_active: flag,
    access_key_2_last_rotated: date,
    access_key_2_last_used_date: date,
  }),
  z.transform((row): ReportedUser => {
    const { user: name, arn, password_enabled: hasPassword, mfa_active: mfa } = row
    const keys: readonly ReportedKey[] = [
      {
        slot: 1,
        active: row.access_key_1_active,
        rotatedAt: row.access_key_1_last_rotated,
        usedAt: row.access_key_1_last_used_date,
      },
      {
        slot: 2,
        active: row.access_key_2_active,
        rotatedAt: row.access_key_2_last_rotated,
        usedAt: row.access_key_2_last_used_date,
      },
    ]
    const { password_last_used: passwordUsedAt, password_last_changed: passwordSetAt } = row
    return { name, arn, hasPassword, mfa, passwordUsedAt, passwordSetAt, keys }
  }),
)

// The columns that tell of whom the report speaks, and which keys there are. Without them it is another report.
const Rows = z.array(
  z.catchall(
    z.object({
      user: z.string().check(z.minLength(1)),
      arn: z.string().check(z.startsWith('arn:')),
      access_key_1_active: z.string(),
      access_key_1_last_rotated: z.string(),
      access_key_2_active: z.string(),
      access_key_2_last_rotated: z.string(),
    }),
    z.string(),
  ),
)

/** The rows of the report; undefined if it has another form, or no row for root. */
function parseRows(csv: string): readonly ReportRow[] | undefined {
  const [head = [], ...lines] = csv
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(splitCells)
  if (lines.some(({ length }) => length !== head.length)) return undefined
  const rows = lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])))
  const { data } = Rows.safeParse(rows)
  return data?.some(({ user }) => user === rootName) ? data : undefined
}

/** Cells of a line (RFC 4180): names of users may hold commas. */
function splitCells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}
