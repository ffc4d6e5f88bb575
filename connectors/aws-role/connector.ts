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
      'The root user, people and their keys, audit logs, encryption, backups and public exposure of one AWS account, in all its regions. It assumes a role by an AWS account of the platform, so that customers hand out no key.',
    ...awsApi,
    auth: {
      type: 'custom',
      config: {
        description: 'A role that an AWS account of the platform assumes, with an external id of the organization.',
        credentialFields: [
          {
            id: 'role_arn',
            label: 'Role',
            type: 'text',
            required: true,
            placeholder: 'arn:aws:iam::123456789012:role/Checkwright',
            helpText: 'The ARN of the role in the account that is to be checked.',
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
            helpText: "Of a user in the platform's own account, which may assume roles and nothing more.",
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
1. In the account that is to be checked, open **IAM → Roles → Create role → AWS account → Another AWS account**. Enter the number of the account of whoever runs Checkwright.
2. Select **Require external ID** and enter the id of your organization. This page shows it; on the command line it is the value of \`--org\`. Nobody else can use it, so that nobody else can have your role read.
3. Attach the AWS managed policy **SecurityAudit**. It reads settings and no data.
4. Name the role \`Checkwright\`, create it, and copy its **ARN** into the form here.

Checkwright tries the role with a wrong external id first, and does not sign in to a role that accepts it.
`.trim(),
      },
    },
  },
  { authenticate: logIn, verify: verifyExternalId, ...awsHooks },
)
