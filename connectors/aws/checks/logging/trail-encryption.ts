import { aws } from '../../connector.ts'
import { fetchAllTrails } from '../../trails.ts'

export const trailEncryption = aws.check({
  id: 'trail-encryption',
  title: 'The record of CloudTrail is encrypted with a key of yours',
  description:
    'Checks for every trail of the account, in any region, and those of the organization whether a KMS key encrypts its files. Without one, a key of S3 does, and everybody who can read the bucket can read the record. With your own key, its policy decides as well. Not judged: what the policy of the key says.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.15', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['own-encryption-keys', 'storage-encrypted', 'logs-protected'],
  scopes: ['cloudtrail:DescribeTrails', 'cloudtrail:ListTrails'],
  tags: ['logging', 'encryption'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const { trails, odd } = await fetchAllTrails(ctx)
    for (const { id = 'unknown', unreadable } of odd)
      ctx.undecided({
        resource: { type: 'trail', id },
        because: `The trail of AWS's answer does not have the expected shape (${unreadable}).`,
        kind: 'schema_drift',
      })
    for (const { name, arn, key } of trails) {
      const resource = { type: 'trail', id: arn, name }
      const evidence = { key: key ?? null }
      if (key !== undefined) ctx.pass({ resource, title: `${name} is encrypted with a key of yours`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is encrypted with a key of S3 only`,
          remediation: `Open CloudTrail → Trails → ${name} → General details → Edit in the console. Enable "Log file SSE-KMS encryption", and choose a key whose policy lets CloudTrail encrypt and only the right people decrypt. A trail of the organization is edited in its management account.`,
          evidence,
        })
      }
    }
  },
})
