import { github } from '../../connector.ts'
import { judgeSetting } from '../../organization-settings.ts'
import { WorkflowPermissions } from '../../responses.ts'

export const workflowTokenReadOnly = github.check({
  id: 'workflow-token-read-only',
  title: 'Workflows get a token that only reads by default, and approve no pull request',
  description:
    'Checks what the token of GitHub Actions may do unless a workflow asks for more. With write access, every action in a workflow can change the repository. If workflows can approve pull requests, they can replace the second person.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'soc2:CC8.1', 'iso27001:A.8.25', 'iso27001:A.8.32'],
  states: ['rights-narrow', 'build-limited', 'duties-apart'],
  scopes: ['organization_administration:read'],
  tags: ['ci', 'least-privilege', 'change-management'],
  fix: {
    command:
      'gh api --method PUT orgs/{connection.organization}/actions/permissions/workflow --raw-field default_workflow_permissions=read --field can_approve_pull_request_reviews=false',
    source: 'https://docs.github.com/rest/actions/permissions#set-default-workflow-permissions-for-an-organization',
  },
  async run(ctx) {
    const options = { path: '/actions/permissions/workflow', schema: WorkflowPermissions, page: 'actions' }
    await judgeSetting(ctx, options, (settings) => {
      const { default_workflow_permissions: permissions, can_approve_pull_request_reviews: approves } = settings
      const gaps = [
        ...(permissions === 'read' ? [] : ['may write']),
        ...(approves ? ['may approve pull requests'] : []),
      ]
      const isGood = gaps.length === 0
      return {
        isGood,
        title: isGood
          ? 'The token of workflows only reads by default'
          : `By default, the token of workflows ${gaps.join(' and ')}`,
        remedy:
          'Choose "Read repository contents and packages permissions" and clear "Allow GitHub Actions to create and approve pull requests". A workflow that writes asks for it by "permissions".',
        evidence: { defaultPermissions: permissions, canApprovePullRequests: approves },
      }
    })
  },
})
