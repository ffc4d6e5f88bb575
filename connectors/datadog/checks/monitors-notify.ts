import { datadog } from '../connector.ts'
import { findMute, findRecipients } from '../notifications.ts'
import { Monitor } from '../responses.ts'

export const monitorsNotify = datadog.check({
  id: 'monitors-notify',
  title: 'Monitors exist, and each names somebody to notify',
  description:
    'Checks whether the message of every monitor names a receiver (@person, @slack-…, @pagerduty-…). A monitor without a receiver is only a chart, and so is a draft, or one that is muted without an end. A person has to judge one that is muted for some time. Names in code, in comments and in the parts for a recovery do not count. Not judged: notification rules, which notify by the tags of a monitor, whether the receiver exists, groups that are muted one by one, and downtimes that Datadog does not list with monitors.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.16'],
  states: ['alerts-reach-somebody', 'watchers-work', 'health-watched'],
  scopes: ['monitors_read'],
  tags: ['monitoring', 'incident-response'],
  onEmpty: 'fail',
  async run(ctx) {
    const monitors = ctx.paginate('/api/v1/monitor', {
      query: { page_size: 100, with_downtimes: true },
      schema: Monitor,
      resource: { type: 'monitor', id: 'id', name: 'name' },
      next: { page: { param: 'page', first: 0 }, limit: 'page_size' },
    })
    for await (const monitor of monitors) {
      const { id, name, message, draft_status: status } = monitor
      const recipients = findRecipients(message)
      const mute = findMute(monitor, ctx.now.getTime())
      const mutedUntil = typeof mute === 'number' ? new Date(mute).toISOString() : (mute ?? null)
      const gaps = [
        ...(recipients.length === 0 ? ['names nobody to notify'] : []),
        ...(status === 'draft' ? ['is a draft'] : []),
        ...(mute === 'endless' ? ['is muted without an end'] : []),
      ]
      const resource = { type: 'monitor', id, name }
      const evidence = { recipients, mutedUntil, status }
      if (gaps.length === 0 && mute === undefined)
        ctx.pass({ resource, title: `${name} notifies ${recipients.join(', ')}`, evidence })
      else if (gaps.length === 0) {
        ctx.manual({
          resource,
          title: `${name} is muted until ${mutedUntil}`,
          description: `Open Monitors → ${name}. Find out why it is muted, and who watches meanwhile.`,
          evidence,
        })
      } else {
        ctx.fail({
          resource,
          title: `${name} ${gaps.join(' and ')}`,
          remediation: `Open Monitors → ${name} → Edit. Name who is notified in "Configure notifications and automations", publish it and unmute it. Or add a notification rule for its tags and accept this finding as a risk.`,
          evidence,
        })
      }
    }
  },
})
