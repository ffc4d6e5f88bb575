import { boundControls } from 'checkwright'
import { azure } from '../connector.ts'
import { type DiagnosticSetting, DiagnosticSettings } from '../responses.ts'

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
    'Checks whether diagnostic settings of the subscription send the selected categories of the activity log to a workspace, a storage account or an event hub. Azure keeps the log for 90 days, so only a copy shows what happened before that. Not judged: how long the copy is kept.',
  severity: 'high',
  // Without these three, there is no log of who changed what.
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'], {
    log_categories: { includes: ['Administrative', 'Policy', 'Security'] },
  }),
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
  async run(ctx) {
    const { value } = await ctx.get('/providers/Microsoft.Insights/diagnosticSettings', {
      query: { 'api-version': '2017-05-01-preview' },
      schema: DiagnosticSettings,
    })
    const enabled = value
      .filter(hasDestination)
      .flatMap(({ properties }) => properties.logs ?? [])
      .filter(({ enabled }) => enabled)
    const sent = new Set(enabled.map(({ category }) => category))
    const missing = ctx.variables.log_categories.filter((each) => !sent.has(each))
    const resource = { type: 'subscription', id: ctx.credentials.subscription_id }
    const evidence = { settings: value.map(({ name }) => name), sent: [...sent].filter(Boolean).sort(), missing }
    if (missing.length === 0) ctx.pass({ resource, title: 'The activity log is exported', evidence })
    else if (enabled.some(({ category }) => !category)) {
      // This version of the API only has categories, while settings can have groups of them.
      ctx.manual({
        resource,
        title: 'The activity log is exported by a group of categories',
        description: `Look under Monitor → Activity log → Export Activity Logs whether the group has ${missing.join(', ')}.`,
        evidence,
      })
    } else {
      ctx.fail({
        resource,
        title: `The activity log is not exported: ${missing.join(', ')}`,
        remediation: `Open Monitor → Activity log → Export Activity Logs in the Azure portal. Add a diagnostic setting that sends ${missing.join(', ')} to a Log Analytics workspace or a storage account.`,
        evidence,
      })
    }
  },
})

function hasDestination({ properties }: DiagnosticSetting): boolean {
  const { storageAccountId, serviceBusRuleId, eventHubAuthorizationRuleId, workspaceId } = properties
  return Boolean(storageAccountId || serviceBusRuleId || eventHubAuthorizationRuleId || workspaceId)
}
