import { reportSetting } from '../../../_settings/report-setting.ts'
import { gcloud } from '../../connector.ts'
import { listBucketsAs, toBucketResource } from '../../services.ts'
import { PreventingBucket } from '../../settings.ts'

export const bucketsPrevention = gcloud.check({
  id: 'buckets-prevention',
  title: 'Each bucket enforces the prevention of public access itself',
  description:
    'Checks for every bucket of Cloud Storage whether it enforces the prevention of public access. With it, a grant to everybody has no effect, and the next mistake publishes nothing. Not judged: a policy of the organization that enforces it for all buckets, which the bucket does not show.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['storage.buckets.list'],
  tags: ['storage', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const bucket of listBucketsAs(ctx, PreventingBucket)) {
      const { name, iamConfiguration } = bucket
      const { publicAccessPrevention } = iamConfiguration
      reportSetting(ctx, {
        resource: toBucketResource(bucket),
        evidence: { publicAccessPrevention },
        holds: publicAccessPrevention === 'enforced',
        good: `${name} cannot be made public`,
        bad: `${name} can be made public`,
        remediation: `Open Cloud Storage → Buckets → ${name} → Permissions in the Google Cloud console. Choose "Prevent public access", after finding out whether strangers read it on purpose.`,
      })
    }
  },
})
