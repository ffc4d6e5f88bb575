import { jira } from '../connector.ts'
import { searchPages } from '../pages.ts'
import { ChangedIssue } from '../responses.ts'

export const changesApproved = jira.check({
  id: 'changes-approved',
  title: 'Changes were approved by somebody else before they were done',
  description:
    'Asks of every change of the last months whether its history has a step to an approved status, taken by another person than reporter and assignee, before it was done.',
  severity: 'medium',
  controls: ['soc2:CC8.1', 'iso27001:A.8.32'],
  scopes: ['read:jira-work'],
  tags: ['change-management'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'change_jql',
      label: 'Search for changes that are done',
      type: 'text',
      default: 'issuetype = Change AND statusCategory = Done AND statusCategoryChangedDate >= -90d',
    },
    {
      id: 'approved_statuses',
      label: 'Statuses that mean approved',
      type: 'text',
      default: 'Approved',
      helpText: 'Separated by commas.',
    },
  ],
  async run(ctx) {
    const approved = ctx.variables.approved_statuses.split(',').map((status) => status.trim().toLowerCase())
    const issues = ctx.paginate('/rest/api/3/search/jql', {
      query: {
        jql: ctx.variables.change_jql,
        fields: 'summary,assignee,reporter',
        expand: 'changelog',
        maxResults: 50,
      },
      schema: ChangedIssue,
      ...searchPages,
    })
    for await (const { key, fields, changelog } of issues) {
      const own = [fields.assignee?.accountId, fields.reporter?.accountId]
      const steps = changelog.histories.filter(({ items }) =>
        items.some((item) => item.field === 'status' && approved.includes((item.toString ?? '').toLowerCase())),
      )
      const by = steps.find(({ author }) => author !== undefined && !own.includes(author.accountId))?.author
      const resource = { type: 'issue', id: key }
      const evidence = {
        summary: fields.summary,
        approvals: steps.map(({ created, author }) => ({ created, by: author?.displayName ?? 'nobody' })),
      }
      if (by) ctx.pass({ resource, title: `${key} was approved by ${by.displayName}`, evidence })
      else if (changelog.histories.length < changelog.total) {
        ctx.manual({
          resource,
          title: `${key} has a longer history than Jira sends`,
          description: `Look for an approval in the history of ${key}.`,
          evidence,
        })
      } else {
        ctx.fail({
          resource,
          title:
            steps.length === 0 ? `${key} was never approved` : `${key} was approved by its reporter or assignee only`,
          remediation: `Record who approved ${key}. In the workflow of changes demand the step to ${ctx.variables.approved_statuses} before the work begins, with a condition that forbids it to reporter and assignee.`,
          evidence,
        })
      }
    }
  },
})
