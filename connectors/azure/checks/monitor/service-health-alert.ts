import { listActivityAlerts, reportAlert } from '../../activity-alerts.ts'
import { azure } from '../../connector.ts'
import { toSubscriptionResource } from '../../lists.ts'

export const serviceHealthAlert = azure.check({
  id: 'service-health-alert',
  title: 'Somebody is told when Azure itself fails',
  description:
    'Checks whether an alert for the whole subscription tells an action group of outages, planned maintenance and security advisories of Azure. An alert that names the kinds of events counts if these are among them, and one with another condition does not. Not judged: who is in the action group.',
  severity: 'low',
  controls: ['soc2:A1.1', 'soc2:CC7.3', 'iso27001:A.5.24'],
  states: ['alerts-reach-somebody', 'contacts-named', 'health-watched'],
  scopes: ['Microsoft.Insights/activityLogAlerts/read'],
  tags: ['monitoring', 'incident-response'],
  async run(ctx) {
    const alerts = await Array.fromAsync(listActivityAlerts(ctx))
    // https://learn.microsoft.com/azure/azure-monitor/platform/activity-log-schema
    const kinds = { field: 'properties.incidentType', all: ['Incident', 'Maintenance', 'Security'] }
    const wanted = { field: 'category', equals: 'ServiceHealth', kinds }
    reportAlert(ctx, alerts, wanted, {
      resource: toSubscriptionResource(ctx),
      good: 'An alert tells somebody of the health of Azure',
      bad: 'No alert tells somebody of the health of Azure',
      remediation:
        'Open Service Health → Health alerts → Create service health alert in the Azure portal. Choose the subscription, all services, regions and types of events, and an action group that somebody reads.',
    })
  },
})
