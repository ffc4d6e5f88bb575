import { defineConnector } from 'checkwright'
import { awsApi, awsHooks } from '../aws/connector.ts'
import { logIn, verifyExternalId } from './sign-in.ts'

/** The connector without its checks. */
export const awsRole = defineConnector(
  {
    id: 'aws-role',
    name: 'AWS (by a role)',
    version: '1.0.0',
    description:
      'The root user, people and their keys, audit logs, encryption, backups and public exposure of one AWS account, in all its regions. An AWS account of the platform assumes a role there, so customers do not hand out keys.',
    ...awsApi,
    auth: {
      type: 'custom',
      config: {
        description: 'An AWS account of the platform assumes a role, with an external id of the organization.',
        credentialFields: [
          {
            id: 'role_arn',
            label: 'Role',
            type: 'text',
            required: true,
            placeholder: 'arn:aws:iam::123456789012:role/Checkwright',
            helpText: 'The ARN of the role in the account that you want to check.',
            pattern: 'arn:aws:iam::\\d{12}:role/[\\w+=,.@/-]{1,512}',
          },
        ],
        customSettings: [
          {
            id: 'access_key_id',
            label: 'Access key ID',
            type: 'text',
            required: true,
            placeholder: 'AKIA…',
            helpText: "The key of a user in the platform's own account. This user may only assume roles.",
            pattern: '[A-Z0-9]{16,128}',
          },
          { id: 'secret_access_key', label: 'Secret access key', type: 'password', required: true },
        ],
        settingsInstructions: `
1. In the AWS account of your platform, open **IAM → Users → Create user**, without access to the console.
2. Give it an inline policy that allows \`sts:AssumeRole\` on \`arn:aws:iam::*:role/*\` and nothing more.
3. Under **Security credentials → Create access key → Application running outside AWS** make its key, and enter both halves here.
4. Tell your customers the number of this account. They name it in the trust policy of their role.
`.trim(),
        setupInstructions: `
1. In the account that you want to check, open **IAM → Roles → Create role → AWS account → Another AWS account**. Enter the account number of the operator of Checkwright.
2. Select **Require external ID** and enter the id of your organization. This page shows it; on the command line it is the value of \`--org\`. Other organizations cannot use it, so they cannot read your account by your role.
3. Attach the AWS managed policy **SecurityAudit**. It can read settings, but no data. For a smaller policy, attach the one that \`checkwright show aws-role --policy\` prints. If a check ends for a missing permission, it names the action; allow that in a policy of your own.
4. Name the role \`Checkwright\`, create it, and copy its **ARN** into the form here.

Checkwright tries the role with a wrong external id first, and does not sign in to a role that accepts it.
`.trim(),
      },
    },
  },
  { authenticate: logIn, verify: verifyExternalId, ...awsHooks },
)
