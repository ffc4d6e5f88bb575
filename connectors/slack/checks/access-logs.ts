import { boundControls, daysSince, formatDays, parseTime } from 'checkwright'
import { slack } from '../connector.ts'
import { AccessLogs } from '../responses.ts'

export const accessLogs = slack.check({
  id: 'access-logs',
  title: 'Sign-ins are logged and can be read',
  description:
    'Checks whether the access logs have sign-ins of the last days. Without them, you cannot find out who was signed in, and from where. Free workspaces have none.',
  severity: 'low',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'], { max_silent_days: { max: 90 } }),
  states: [{ 'activity-logged': { silent: 'max_silent_days' } }],
  scopes: ['admin'],
  tags: ['logging'],
  variables: [
    { id: 'max_silent_days', label: 'Longest time without a sign-in, days', type: 'number', default: 30, min: 1 },
  ],
  async run(ctx) {
    const { logins } = await ctx.get('/team.accessLogs', {
      query: { count: '100', page: '1' },
      schema: AccessLogs,
      // Newest first.
      partial: true,
    })
    const [newest] = logins.map(({ date_last }) => date_last).sort((a, b) => parseTime(b) - parseTime(a))
    const silentDays = newest === undefined ? undefined : daysSince(ctx, newest)
    const resource = { type: 'workspace', id: 'workspace' }
    const evidence = { newest: newest ?? null }
    if (silentDays !== undefined && silentDays <= ctx.variables.max_silent_days)
      ctx.pass({ resource, title: `The newest sign-in was logged ${formatDays(silentDays)} ago`, evidence })
    else {
      ctx.fail({
        resource,
        title:
          silentDays === undefined
            ? 'The access logs are empty'
            : `The newest sign-in was logged ${formatDays(silentDays)} ago`,
        remediation:
          'Open Settings & administration → Workspace settings → Access logs. If no sign-in of the last days is there, ask Slack why.',
        evidence,
      })
    }
  },
})
