import { isNoneSaid } from '../../classify.ts'
import { aws } from '../../connector.ts'
import { readAccount } from '../../regions.ts'
import { PublicAccessBlock } from '../../responses.ts'
import { parseXmlAnswer } from '../../xml.ts'

/** Whether AWS answers that the account has no setting. */
const isNone = (error: unknown) => isNoneSaid(error, 'NoSuchPublicAccessBlockConfiguration')

export const s3PublicAccess = aws.check({
  id: 's3-public-access',
  title: 'No bucket of the account can be made public',
  description:
    'Checks whether S3 blocks public access for the whole account: by new and old access lists, and by new and old bucket policies. Not judged: settings of single buckets, because the next bucket would not have them. What a policy of the organization sets for the account counts.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['s3:GetAccountPublicAccessBlock'],
  tags: ['storage', 'exposure'],
  async run(ctx) {
    const account = await readAccount(ctx)
    const url = `https://${account}.s3-control.us-east-1.amazonaws.com/v20180820/configuration/publicAccessBlock`
    const block = await ctx
      .get(url, {
        headers: { accept: 'text/xml', 'x-amz-account-id': account },
        parse: parseXmlAnswer('PublicAccessBlockConfiguration'),
        schema: PublicAccessBlock,
        expect: isNone,
      })
      .catch((error: unknown) => {
        if (isNone(error)) return undefined
        throw error
      })
    const resource = { type: 'account', id: account }
    const open = Object.entries(block ?? {}).flatMap(([name, on]) => (on ? [] : [name]))
    const evidence = { publicAccessBlock: block ?? null }
    if (block !== undefined && open.length === 0)
      ctx.pass({ resource, title: 'Public access is blocked for all buckets', evidence })
    else {
      ctx.fail({
        resource,
        title:
          block === undefined
            ? 'Public access is not blocked for the account'
            : `Public access is blocked only in part: ${open.join(', ')}`,
        remediation:
          'Open S3 → Block Public Access settings for this account → Edit in the console. Choose "Block all public access". Where an S3 policy of the organization sets it, nobody can edit it there: change the policy under AWS Organizations → Policies → S3 policies. Serve files that must be public through CloudFront.',
        evidence,
      })
    }
  },
})
