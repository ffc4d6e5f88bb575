import { gcloud } from '../../connector.ts'
import { listBucketsAs, toBucketResource } from '../../services.ts'
import { UniformBucket } from '../../settings.ts'

export const bucketsUniformAccess = gcloud.check({
  id: 'buckets-uniform-access',
  title: 'Access to buckets is decided by policies alone',
  description:
    'Checks for every bucket of Cloud Storage whether uniform bucket-level access is on. Without it, an access list can open every single object, and a review of policies does not show it.',
  severity: 'medium',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.3'],
  states: ['rights-by-role'],
  scopes: ['storage.buckets.list'],
  tags: ['storage', 'least-privilege'],
  onEmpty: 'not_applicable',
  fix: {
    command: 'gcloud storage buckets update gs://{resource.id} --uniform-bucket-level-access',
    source: 'https://docs.cloud.google.com/sdk/gcloud/reference/storage/buckets/update',
  },
  async run(ctx) {
    for await (const bucket of listBucketsAs(ctx, UniformBucket)) {
      const { name, iamConfiguration } = bucket
      const isUniform = iamConfiguration.uniformBucketLevelAccess.enabled
      const resource = toBucketResource(bucket)
      const evidence = { isUniform }
      if (isUniform) ctx.pass({ resource, title: `${name} has uniform access`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has access lists on objects`,
          remediation: `Open Cloud Storage → Buckets → ${name} → Permissions in the Google Cloud console. Switch access control to uniform.`,
          evidence,
        })
      }
    }
  },
})
