import { boundControls, daysSince, formatDays } from 'checkwright'
import { azure } from '../../connector.ts'
import { pages } from '../../lists.ts'
import { Alert } from '../../responses.ts'

export const alertsInTime = azure.check({
  id: 'alerts-in-time',
  title: 'Severe alerts of Defender for Cloud are dealt with in time',
  description:
    'Checks the age of every alert of high severity that is active or in progress. An alert that stays active for weeks was probably not read. Not judged: dismissed and resolved alerts, and those of lower severity.',
  severity: 'high',
  controls: boundControls(
    ['soc2:CC7.3', 'soc2:CC7.4', 'iso27001:A.5.25', 'iso27001:A.5.26', 'hipaa:164.308(a)(6)(ii)'],
    { max_alert_days: { max: 30 } },
  ),
  states: [{ 'incidents-in-time': { within: 'max_alert_days' } }],
  scopes: ['Microsoft.Security/alerts/read'],
  tags: ['incident-response', 'monitoring'],
  onEmpty: 'not_applicable',
  variables: [{ id: 'max_alert_days', label: 'Days to deal with an alert', type: 'number', default: 7, min: 1 }],
  async run(ctx) {
    const { max_alert_days: days } = ctx.variables
    const alerts = ctx.paginate('/providers/Microsoft.Security/alerts', {
      query: { 'api-version': '2021-11-01' },
      schema: Alert,
      resource: { type: 'alert', id: 'id', name: 'properties.alertDisplayName' },
      ...pages,
    })
    await ctx.each(
      alerts,
      async ({ id, properties }) => {
        const { alertDisplayName: name, severity, status, timeGeneratedUtc } = properties
        if (severity !== 'High' || !['Active', 'InProgress'].includes(status)) return
        const ageDays = daysSince(ctx, timeGeneratedUtc)
        const resource = { type: 'alert', id, name }
        const evidence = { severity, status, timeGeneratedUtc }
        if (ageDays <= days) ctx.pass({ resource, title: `${name} is ${formatDays(ageDays)} old`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} has been active for ${formatDays(ageDays)}, ${days} allowed`,
            remediation:
              'Open Defender for Cloud → Security alerts in the Azure portal. Open the alert, take action as it says, and set it to resolved or dismissed with the reason.',
            evidence,
          })
        }
      },
      { resource: ({ id, properties: { alertDisplayName: name } }) => ({ type: 'alert', id, name }) },
    )
  },
})
