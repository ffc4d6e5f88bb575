import { boundControls, formatDays } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { listBucketsAs, toBucketResource } from '../../services.ts'
import { RecoverableBucket } from '../../settings.ts'

const daySeconds = 86_400

export const bucketsRecoverable = gcloud.check({
  id: 'buckets-recoverable',
  title: 'Deleted objects can be brought back',
  description:
    'Checks for every bucket of Cloud Storage whether it keeps older versions, or keeps deleted objects for some days. You need them after a wrong script, or an attacker who deletes. Not judged: rules that delete older versions after some time, and retention policies, which forbid to delete young objects and bring back no old ones.',
  severity: 'medium',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(c)'], {
    min_kept_days: { min: 7 },
  }),
  states: [{ 'data-recoverable': { kept: 'min_kept_days' } }],
  scopes: ['storage.buckets.list'],
  tags: ['storage', 'backup'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'min_kept_days', label: 'Days for which deleted objects are kept', type: 'number', default: 7, min: 1 },
  ],
  async run(ctx) {
    const { min_kept_days: days } = ctx.variables
    for await (const bucket of listBucketsAs(ctx, RecoverableBucket)) {
      const { name, keepsVersions, softDeleteSeconds } = bucket
      const keptDays = Math.floor(softDeleteSeconds / daySeconds)
      const resource = toBucketResource(bucket)
      const evidence = { keepsVersions, keptDays }
      if (keepsVersions || keptDays >= days)
        ctx.pass({
          resource,
          title: keepsVersions ? `${name} keeps versions` : `${name} keeps deleted objects for ${formatDays(keptDays)}`,
          evidence,
        })
      else {
        ctx.fail({
          resource,
          title: `${name} keeps deleted objects for ${formatDays(keptDays)}, ${days} demanded`,
          remediation: `Open Cloud Storage → Buckets → ${name} → Protection in the Google Cloud console. Set soft delete to ${formatDays(days)} or more, or turn on object versioning.`,
          evidence,
        })
      }
    }
  },
})
