import { aws } from '../connector.ts'
import { type ReportRow, readReportRows, reportScopes } from '../credential-report.ts'
import { isNotApplicable, isSince, type KeyCells, listKeys, readFlag } from './cells.ts'

/**
 * Before that day AWS kept no uses of keys.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_getting-report.html
 */
const usesKeptFrom = '2015-04-22T00:00:00Z'

export const credentials = aws.inventory({
  of: 'credential',
  part: 'iam',
  tells: ['active', 'ownerId', 'createdAt', 'expiresAt', 'lastUsedAt'],
  covers: ['access keys', 'signing certificates'],
  // AWS promises a date of active keys only.
  leavesOut: ['deactivated keys without a date', 'passwords', 'SSH keys', 'service-specific credentials'],
  scopes: reportScopes,
  async *list(ctx) {
    for (const row of await readReportRows(ctx)) {
      for (const key of listKeys(row))
        yield {
          id: `${row.arn}#${key.slot}`,
          name: `${row.user}, key ${key.slot}`,
          kind: 'apiKey' as const,
          active: readFlag(key.active),
          ownerId: row.arn,
          createdAt: isNotApplicable(key.madeAt) ? undefined : key.madeAt,
          // An access key stays valid until somebody revokes it:
          // https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html
          expiresAt: null,
          ...readLastUse(key),
        }
      yield* listCertificates(row)
    }
  },
})

/** "N/A" stands for a key that was never used, or not since AWS keeps uses. It is null for a key that was made after that. */
function readLastUse({ madeAt, usedAt }: KeyCells): {
  readonly lastUsedAt: string | null | undefined
  readonly unknown?: { readonly lastUsedAt: string }
} {
  if (usedAt !== 'no_information' && !isNotApplicable(usedAt)) return { lastUsedAt: usedAt }
  if (isNotApplicable(usedAt) && isSince(madeAt, usesKeptFrom)) return { lastUsedAt: null }
  const because = 'AWS has no use of this key, and kept none before 22 April 2015.'
  return { lastUsedAt: undefined, unknown: { lastUsedAt: because } }
}

/** The signing certificates of a user, of which the report knows the least. */
function listCertificates(row: ReportRow) {
  return ([1, 2] as const).flatMap((slot) => {
    const [active, madeAt] = [row[`cert_${slot}_active`], row[`cert_${slot}_last_rotated`]]
    // Older reports have no such columns.
    if (active === undefined || (readFlag(active) === false && isNotApplicable(madeAt))) return []
    const because = 'The credential report does not say this of certificates.'
    return [
      {
        id: `${row.arn}#certificate-${slot}`,
        name: `${row.user}, certificate ${slot}`,
        kind: 'certificate' as const,
        active: readFlag(active),
        ownerId: row.arn,
        createdAt: isNotApplicable(madeAt) ? undefined : madeAt,
        expiresAt: undefined,
        lastUsedAt: undefined,
        unknown: { expiresAt: because, lastUsedAt: because },
      },
    ]
  })
}
