import { aws } from '../connector.ts'
import { type ReportRow, readReportRows, reportScopes, rootName } from '../credential-report.ts'
import { isNotApplicable, isSince, isTime, listKeys, readFlag } from './cells.ts'

/**
 * AWS keeps sign-ins since 20 October 2014, but lost those from 3 May to 23 May 2018, 14:08 in California: "Important" in
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
const signInsKeptFrom = '2018-05-23T21:08:00Z'

export const accounts = aws.inventory({
  of: 'account',
  part: 'iam',
  tells: ['secondFactor', 'createdAt', 'lastActiveAt'],
  covers: ['root user', 'IAM users'],
  leavesOut: ['people who sign in by IAM Identity Center or another identity provider', 'roles'],
  scopes: reportScopes,
  async *list(ctx) {
    for (const row of await readReportRows(ctx))
      yield {
        // The report has no unique id, and the checks name users by their ARN as well. A renamed user is another one.
        id: row.arn,
        name: row.user === rootName ? 'Root user' : row.user,
        // AWS does not say whether a person or a program is behind a user.
        kind: 'unknown',
        // IAM cannot suspend a user.
        status: 'active',
        secondFactor: readFlag(row.mfa_active),
        createdAt: row.user_creation_time,
        ...readLastActivity(row),
      }
  },
})

/**
 * The last use of the password and of the keys that the user has. "no_information" stands for a password that was never used, or
 * not since AWS keeps sign-ins, and "N/A" for no password. It is null for a password that was never used where there is no key,
 * because AWS forgets the use of keys that were deleted.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
function readLastActivity(row: ReportRow): {
  readonly lastActiveAt: string | null | undefined
  readonly unknown?: { readonly lastActiveAt: string }
} {
  const keys = listKeys(row)
  const uses = [row.password_last_used, ...keys.map(({ usedAt }) => usedAt)]
  if (uses.includes(undefined)) return { lastActiveAt: undefined }
  const strange = uses.find((use) => !isTime(use) && !isNotApplicable(use) && use !== 'no_information')
  if (strange !== undefined) return { lastActiveAt: strange }
  const [latest] = uses.filter(isTime).sort((a, b) => Date.parse(b) - Date.parse(a))
  if (latest !== undefined) return { lastActiveAt: latest }
  if (
    row.password_last_used === 'no_information' &&
    keys.length === 0 &&
    isSince(row.user_creation_time, signInsKeptFrom)
  )
    return { lastActiveAt: null }
  const because = 'The credential report names no use, and AWS does not say whether credentials were used before.'
  return { lastActiveAt: undefined, unknown: { lastActiveAt: because } }
}
