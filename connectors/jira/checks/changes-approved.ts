import { daysSince } from 'checkwright'
import { type Approval, judgeApproval } from '../approval.ts'
import { jira } from '../connector.ts'
import { searchPages } from '../pages.ts'
import { ChangedIssue } from '../responses.ts'

export const changesApproved = jira.check({
  id: 'changes-approved',
  title: 'Changes were approved by somebody else before they were done',
  description:
    'Checks for every change of the last months whether its history has a step to an approved status, by another person than reporter and assignee, before it was done, and without a later step to a refused status. A person has to judge an issue that went back to a status from before its approval, and an approval by an app or by nobody whom Jira names. Not judged: approvals of Jira Service Management, whether the person was entitled to approve, and later changes.',
  severity: 'medium',
  controls: ['soc2:CC8.1', 'iso27001:A.8.32'],
  states: ['changes-approved', 'duties-apart'],
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
    {
      id: 'refused_statuses',
      label: 'Statuses that take an approval back',
      type: 'text',
      default: 'Rejected, Refused, Declined, Denied, Not approved, Cancelled, Canceled',
      helpText: 'Separated by commas.',
    },
  ],
  async run(ctx) {
    const words = {
      approved: splitWords(ctx.variables.approved_statuses),
      refused: splitWords(ctx.variables.refused_statuses),
    }
    const issues = ctx.paginate('/rest/api/3/search/jql', {
      query: {
        jql: ctx.variables.change_jql,
        fields: 'summary,assignee,reporter,status,statuscategorychangedate',
        expand: 'changelog',
        maxResults: 50,
      },
      schema: ChangedIssue,
      resource: { type: 'issue', id: 'key' },
      ...searchPages,
    })
    await ctx.each(
      issues,
      async (issue) => {
        const { key, fields, changelog } = issue
        const resource = { type: 'issue', id: key }
        if (fields.status.statusCategory.key !== 'done') {
          ctx.notApplicable({ resource, title: `${key} is not done`, evidence: { summary: fields.summary } })
          return
        }
        // Compared with the run's clock, so that a time in another unit does not make everything early enough.
        daysSince(ctx, fields.statuscategorychangedate)
        const { verdict, by, steps } = judgeApproval(issue, words)
        const evidence = { summary: fields.summary, doneAt: fields.statuscategorychangedate, approvals: steps }
        if (changelog.histories.length < changelog.total) {
          ctx.manual({
            resource,
            title: `${key} has a longer history than Jira sends`,
            description: `Look for an approval in the history of ${key}.`,
            evidence,
          })
        } else if (verdict === 'approved') ctx.pass({ resource, title: `${key} was approved by ${by}`, evidence })
        else if (verdict === 'returned') {
          ctx.manual({
            resource,
            title: `${key} was approved by ${by}, and went back`,
            description: `Look in the history of ${key} whether the approval still stood when it was done.`,
            evidence,
          })
        } else if (verdict === 'nobody') {
          ctx.manual({
            resource,
            title: by === undefined ? `Nobody is named who approved ${key}` : `${key} was approved by ${by}, no person`,
            description: `Find out who approved ${key}. It was somebody else than reporter and assignee if the app asked another person.`,
            evidence,
          })
        } else {
          ctx.fail({
            resource,
            title: `${key} ${gaps[verdict]}`,
            remediation: `Record who approved ${key}. In the workflow of changes demand the step to ${ctx.variables.approved_statuses} before the work begins, with a condition that forbids it to reporter and assignee.`,
            evidence,
          })
        }
      },
      { resource: ({ key }) => ({ type: 'issue', id: key }) },
    )
  },
})

const gaps: Readonly<Record<Exclude<Approval['verdict'], 'approved' | 'nobody' | 'returned'>, string>> = {
  never: 'was never approved',
  own: 'was approved by its reporter or assignee only',
  late: 'was approved after it was done',
  refused: 'was refused after its approval',
}

function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}
