import { boundControls, daysSince, formatDays } from 'checkwright'
import { jira } from '../connector.ts'
import { AuditRecords } from '../responses.ts'

export const auditLog = jira.check({
  id: 'audit-log',
  title: 'Changes of permissions and configuration are logged',
  description:
    'Checks whether the audit log has records of the last months. Without it, you cannot find out who changed what.',
  severity: 'low',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'], { max_silent_days: { max: 90 } }),
  states: [{ 'activity-logged': { silent: 'max_silent_days' } }],
  scopes: ['manage:jira-configuration'],
  tags: ['logging'],
  variables: [
    { id: 'max_silent_days', label: 'Longest time without a record, days', type: 'number', default: 90, min: 1 },
  ],
  async run(ctx) {
    const { records } = await ctx.get('/rest/api/3/auditing/record', {
      query: { limit: 1 },
      schema: AuditRecords,
      // Newest first.
      partial: true,
    })
    const newest = records[0]?.created
    const silentDays = newest === undefined ? undefined : daysSince(ctx, newest)
    const resource = { type: 'site', id: ctx.credentials.site }
    const evidence = { newest: newest ?? null }
    if (silentDays !== undefined && silentDays <= ctx.variables.max_silent_days)
      ctx.pass({ resource, title: `The newest record is ${formatDays(silentDays)} old`, evidence })
    else {
      ctx.fail({
        resource,
        title:
          silentDays === undefined ? 'The audit log is empty' : `The newest record is ${formatDays(silentDays)} old`,
        remediation: 'Look under Settings → System → Audit log whether records are kept, and for how long.',
        evidence,
      })
    }
  },
})
