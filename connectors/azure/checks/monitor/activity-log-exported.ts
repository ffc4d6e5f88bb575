import { boundControls } from 'checkwright'
import { azure } from '../../connector.ts'
import { toSubscriptionResource } from '../../lists.ts'
import { reportSentLogs } from '../../sent-logs.ts'

const categories = [
  { value: 'Administrative', label: 'Administrative' },
  { value: 'Alert', label: 'Alert' },
  { value: 'Autoscale', label: 'Autoscale' },
  { value: 'Policy', label: 'Policy' },
  { value: 'Recommendation', label: 'Recommendation' },
  { value: 'ResourceHealth', label: 'Resource health' },
  { value: 'Security', label: 'Security' },
  { value: 'ServiceHealth', label: 'Service health' },
] as const

export const activityLogExported = azure.check({
  id: 'activity-log-exported',
  title: 'The activity log is sent to a place where it is kept',
  description:
    'Checks whether diagnostic settings of the subscription send the selected categories of the activity log to a workspace, a storage account or an event hub. Azure keeps the log for 90 days, so only a copy shows what happened before that. What goes to a partner of Microsoft alone is for a person. Not judged: how long the copy is kept and settings of a management group above.',
  severity: 'high',
  // Without these three, there is no log of who changed what.
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'], {
    log_categories: { includes: ['Administrative', 'Policy', 'Security'] },
  }),
  states: ['logs-exported', 'logs-kept'],
  scopes: ['Microsoft.Insights/diagnosticSettings/read'],
  tags: ['logging'],
  variables: [
    {
      id: 'log_categories',
      label: 'Categories that have to be sent',
      type: 'multiselect',
      options: categories,
      default: ['Administrative', 'Alert', 'Policy', 'Security'],
    },
  ],
  run(ctx) {
    return reportSentLogs(ctx, {
      resource: toSubscriptionResource(ctx),
      path: '',
      demanded: ctx.variables.log_categories,
      what: 'The activity log',
      menu: 'Monitor → Activity log → Export Activity Logs',
    })
  },
})
