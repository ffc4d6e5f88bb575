import { aws } from '../../connector.ts'
import { listOfIam } from '../../lists.ts'
import { UserDetail } from '../../responses.ts'

export const permissionsByGroup = aws.check({
  id: 'permissions-by-group',
  title: 'IAM users get their permissions from groups',
  description:
    'Checks for every IAM user whether a policy is attached to it or written into it. Permissions of single users are seldom reviewed, and stay when somebody changes the team. The quarantine that AWS attaches to the user of a leaked key allows nothing, so it does not count. Not judged: what the groups may do.',
  severity: 'low',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.5.18', 'hipaa:164.308(a)(4)(ii)(C)'],
  states: ['rights-by-role'],
  scopes: ['iam:GetAccountAuthorizationDetails'],
  tags: ['access'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const users = listOfIam(ctx, {
      operation: 'GetAccountAuthorizationDetails',
      list: 'UserDetailList',
      schema: UserDetail,
      resource: { type: 'user', id: 'Arn', name: 'UserName' },
      input: { 'Filter.member.1': 'User' },
    })
    for await (const { name, arn, policies } of users) {
      const resource = { type: 'user', id: arn, name }
      const evidence = { policies }
      if (policies.length === 0) ctx.pass({ resource, title: `${name} has no policies of its own`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has policies of its own: ${policies.join(', ')}`,
          remediation: `Open IAM → User groups in the console, and make a group with these permissions, or find one. Add ${name} to it. Then remove the policies under IAM → Users → ${name} → Permissions.`,
          evidence,
        })
      }
    }
  },
})
