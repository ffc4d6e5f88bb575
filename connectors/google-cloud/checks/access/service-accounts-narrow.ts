import { gcloud } from '../../connector.ts'
import { isAdminRole, isOwnServiceAccount } from '../../iam-names.ts'
import { reportGrants } from '../../report-grants.ts'

export const serviceAccountsNarrow = gcloud.check({
  id: 'service-accounts-narrow',
  title: 'No service account that somebody made is an administrator',
  description:
    'Checks whether the policy of the project grants a service account that somebody made a role whose name says that it is one of an administrator, or owner, editor or writer. Programs that were broken into could then change access or delete what they only had to read. Not judged: conditions of a grant other than its end, custom roles, default accounts and agents of Google, and rights from folders and the organization.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'],
  states: ['programs-without-administration', 'rights-narrow'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['least-privilege', 'administrators'],
  run: (ctx) =>
    reportGrants(ctx, {
      isBad: ({ member, role }) => isOwnServiceAccount(member) && isAdminRole(role),
      good: 'No service account that somebody made is an administrator',
      remediation: ({ member, role }) =>
        `Open IAM & Admin → IAM in the Google Cloud console. Give ${member} the narrower roles that its work needs (the recommendations shown there help), then remove ${role}.`,
    }),
})
