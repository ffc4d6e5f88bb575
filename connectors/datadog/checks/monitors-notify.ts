import { datadog } from '../connector.ts'
import { Monitor } from '../responses.ts'

export const monitorsNotify = datadog.check({
  id: 'monitors-notify',
  title: 'Monitors exist, and tell somebody',
  description:
    'Asks of every monitor whether its message names somebody to notify (@person, @slack-…, @pagerduty-…). A monitor that tells nobody is a chart.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.16'],
  scopes: ['monitors_read'],
  tags: ['monitoring', 'incident-response'],
  onEmpty: 'fail',
  async run(ctx) {
    const monitors = ctx.paginate('/api/v1/monitor', {
      query: { page: 0, page_size: 100 },
      schema: Monitor,
      next: { page: 'page', limit: 'page_size' },
    })
    for await (const { id, name, message = '' } of monitors) {
      const recipients = [...new Set(message.match(/(?<![\w.])@[\w.+-]+(?:@[\w.-]+)?/g) ?? [])]
      const resource = { type: 'monitor', id: String(id), name }
      const evidence = { recipients }
      if (recipients.length > 0) ctx.pass({ resource, title: `${name} tells ${recipients.join(', ')}`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} tells nobody`,
          remediation: `Under Monitors → ${name} → Edit name who is notified in "Configure notifications and automations", or add a notification rule for its tags and waive this finding.`,
          evidence,
        })
      }
    }
  },
})
