import { parseWord } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { Bucket, BucketPolicy } from '../../responses.ts'
import { isEverybody, isInForce, listBucketsAs, toBucketResource } from '../../services.ts'

export const bucketsNotPublic = gcloud.check({
  id: 'buckets-not-public',
  title: 'No bucket is open to everybody',
  description:
    'Checks for every bucket of Cloud Storage whether public access is prevented. If it is not, checks whether the policy grants anything to allUsers or allAuthenticatedUsers. If single objects have their own access lists, a person has to look. A grant whose time is over does not count. Not judged: policies of managed folders, and a policy of the organization that prevents public access for all buckets, which a bucket does not show. Under such a policy a grant to everybody has no effect; take it away, because it opens the bucket when the policy ends.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['storage.buckets.list', 'storage.buckets.getIamPolicy'],
  tags: ['storage', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listBucketsAs(ctx, Bucket),
      async (bucket) => {
        const { name, publicAccessPrevention, isUniform } = bucket
        const preventsPublicAccess = publicAccessPrevention === 'enforced'
        const resource = toBucketResource(bucket)
        if (preventsPublicAccess) {
          ctx.pass({ resource, title: `${name} prevents public access`, evidence: { preventsPublicAccess } })
          return
        }
        const { grants, unreadable } = await ctx.get(
          `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(name)}/iam`,
          {
            query: { optionsRequestedPolicyVersion: 3 },
            schema: BucketPolicy,
          },
        )
        const open = grants?.filter((grant) => isEverybody(grant.member) && isInForce(ctx, grant))
        const evidence = { preventsPublicAccess, isUniform, open: open ?? null }
        const remediation = `Open Cloud Storage → Buckets → ${name} → Permissions in the Google Cloud console. Choose "Prevent public access", after moving what really is for everybody behind a load balancer or to a bucket of its own.`
        if (open === undefined) {
          // A bucket can be without grants, and an answer without its list looks the same.
          ctx.manual({
            resource,
            title: `Google shows no grant of ${name}`,
            description: `Look under Cloud Storage → Buckets → ${name} → Permissions whether nobody has access to it. ${remediation}`,
            evidence,
          })
        } else if (open.length > 0) ctx.fail({ resource, title: `${name} is open to everybody`, remediation, evidence })
        else if (unreadable[0] !== undefined) {
          const because = `A binding of the policy of ${name} cannot be read: ${unreadable[0]}.`
          ctx.undecided({ resource, because, kind: 'schema_drift' })
        } else if (isUniform) {
          parseWord(
            ctx,
            publicAccessPrevention,
            ['inherited', 'unspecified'],
            'iamConfiguration.publicAccessPrevention',
          )
          ctx.pass({ resource, title: `${name} is not open to everybody`, evidence })
        } else {
          ctx.manual({
            resource,
            title: `${name} may hold objects that are open to everybody`,
            description: `Its objects have access lists of their own, too many to ask. ${remediation}`,
            evidence,
          })
        }
      },
      { resource: toBucketResource },
    )
  },
})
