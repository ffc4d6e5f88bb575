import { boundControls, daysSince, formatDays, vendorRecord } from 'checkwright'
import { jira } from '../connector.ts'
import { searchPages } from '../pages.ts'
import { Issue } from '../responses.ts'

export const securityIssuesInTime = jira.check({
  id: 'security-issues-in-time',
  title: 'No security issue is open for longer than promised',
  description:
    'Checks the age of security issues that are still open. You define by a search which issues these are. A search that finds nothing passes. Not judged: whether the search finds all of them, and issues that the account may not see.',
  severity: 'high',
  controls: boundControls(['soc2:CC7.4', 'iso27001:A.8.8'], { max_open_days: { max: 45 } }),
  states: [{ 'vulnerabilities-fixed-in-time': { critical: 'max_open_days', high: 'max_open_days' } }],
  scopes: ['read:jira-work'],
  tags: ['vulnerabilities', 'sla'],
  variables: [
    {
      id: 'security_jql',
      label: 'Search for security issues',
      type: 'text',
      default: 'labels = security',
      helpText: 'JQL, without the condition that they are open.',
    },
    { id: 'max_open_days', label: 'Longest time open, days', type: 'number', default: 30, min: 1 },
  ],
  async run(ctx) {
    const { security_jql: jql, max_open_days: days } = ctx.variables
    const issues = ctx.paginate('/rest/api/3/search/jql', {
      query: {
        jql: `(${jql}) AND statusCategory != Done ORDER BY created`,
        fields: 'summary,created',
        maxResults: 100,
      },
      schema: vendorRecord(Issue, 'key'),
      ...searchPages,
    })
    let late = 0
    let open = 0
    let unreadable = 0
    for await (const issue of issues) {
      open++
      if (!issue.record) {
        unreadable++
        ctx.undecided({
          resource: { type: 'issue', id: issue.id ?? 'unknown' },
          because: `The issue of Jira's answer does not have the expected shape (${issue.unreadable}).`,
          kind: 'schema_drift',
        })
        continue
      }
      const { key, fields } = issue.record
      const openDays = daysSince(ctx, fields.created)
      if (openDays <= days) continue
      late++
      ctx.fail({
        resource: { type: 'issue', id: key },
        title: `${key} has been open for ${formatDays(openDays)}, ${days} allowed`,
        remediation: `Resolve ${key}, or accept this finding as a risk with an expiry and a reason.`,
        evidence: { summary: fields.summary, created: fields.created },
      })
    }
    // An issue that cannot be read may be late.
    if (late === 0 && unreadable === 0)
      ctx.pass({
        resource: { type: 'site', id: ctx.credentials.site },
        title: 'No security issue is late',
        evidence: { jql, open },
      })
  },
})
