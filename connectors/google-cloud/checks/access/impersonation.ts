import { gcloud } from '../../connector.ts'
import { reportGrants } from '../../report-grants.ts'

/** Roles to act as a service account. https://cloud.google.com/iam/docs/service-account-permissions */
const roles: readonly string[] = [
  'roles/iam.serviceAccountUser',
  'roles/iam.serviceAccountTokenCreator',
  'roles/iam.serviceAccountOpenIdTokenCreator',
  'roles/iam.workloadIdentityUser',
  'roles/iam.serviceAccountKeyAdmin',
]

export const impersonation = gcloud.check({
  id: 'impersonation',
  title: 'No role to act as service accounts is granted on the whole project',
  description:
    'Checks whether the policy of the project grants people or groups a role to act as service accounts, or to make keys for them. On the project such a role is for all accounts, also those that may do more than the person. Not judged: conditions of a grant other than its end, wider roles such as owner and editor, which the check of basic roles judges, roles that manage service accounts, grants on single service accounts, grants to service accounts, and rights from folders and the organization.',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2'],
  states: ['rights-narrow'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['least-privilege', 'tokens'],
  run: (ctx) =>
    reportGrants(ctx, {
      isBad: ({ member, role }) => roles.includes(role) && !/^(?:serviceAccount|deleted):/.test(member),
      good: 'No role to act as every service account is granted',
      remediation: ({ member, role }) =>
        `Open IAM & Admin → Service Accounts in the Google Cloud console. Give ${member} ${role} on the accounts that the work needs, then remove it under IAM & Admin → IAM.`,
    }),
})
