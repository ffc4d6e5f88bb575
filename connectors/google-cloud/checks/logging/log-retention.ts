import { boundControls, formatDays } from 'checkwright'
import { listPages } from '../../../_google/list-pages.ts'
import { gcloud } from '../../connector.ts'
import { LogBucket } from '../../responses.ts'

export const logRetention = gcloud.check({
  id: 'log-retention',
  title: 'Log buckets of the project keep their entries long enough',
  description:
    'Checks for how many days every log bucket of the project keeps its entries. Intrusions are often found months later, and the default of 30 days is over by then. Not judged: who may shorten it, and copies that a sink makes elsewhere.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'], { min_log_days: { min: 90 } }),
  states: [{ 'logs-kept': { least: 'min_log_days' } }],
  scopes: ['logging.buckets.list'],
  tags: ['logging'],
  variables: [{ id: 'min_log_days', label: 'Days for which logs are kept', type: 'number', default: 90, min: 1 }],
  async run(ctx) {
    const { min_log_days: days } = ctx.variables
    const path = `https://logging.googleapis.com/v2/projects/${ctx.credentials.project_id}/locations/-/buckets`
    for await (const { name, retentionDays, lifecycleState } of ctx.paginate(path, {
      schema: LogBucket,
      resource: { type: 'log-bucket', id: 'name', name: 'name' },
      ...listPages('buckets'),
    })) {
      const short = name.split('/').at(-1) ?? name
      const resource = { type: 'log-bucket', id: name, name: short }
      const evidence = { retentionDays, lifecycleState: lifecycleState ?? null }
      if (lifecycleState === 'DELETE_REQUESTED')
        ctx.notApplicable({ resource, title: `${short} is being deleted`, evidence })
      else if (retentionDays >= days)
        ctx.pass({ resource, title: `${short} keeps logs for ${formatDays(retentionDays)}`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${short} keeps logs for ${formatDays(retentionDays)}, ${days} demanded`,
          remediation: `Open Logging → Log Storage → ${short} → Edit bucket in the Google Cloud console. Set the retention to ${formatDays(days)} or more.`,
          evidence,
        })
      }
    }
  },
})
