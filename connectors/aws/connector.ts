import { defineConnector, type SignableRequest, type VendorClient } from 'checkwright'
import { classify } from './classify.ts'
import { logIn } from './login.ts'
import { ask, createQueryCall, homeRegion } from './operations.ts'
import { listRegionChoices, listRegionNames } from './regions.ts'
import { CallerIdentity } from './responses.ts'
import { type AwsKeys, signRequest } from './signing.ts'
import { notJudged, unread } from './unread.ts'

/**
 * By service and region: a bucket called "rds" is rds.s3.amazonaws.com, and strangers' load balancers and functions
 * have names there too. S3 Control has the account's own number before it.
 */
const allowedHosts: readonly string[] = [
  'iam.amazonaws.com',
  ...['ec2', 'rds', 'kms', 'cloudtrail', 'guardduty', 'config', 'access-analyzer'].flatMap((service) =>
    listRegionNames().map((region) => `${service}.${region}.amazonaws.com`),
  ),
  '*.s3-control.us-east-1.amazonaws.com',
]

/** AWS's API, however a connector signs in. */
export const awsApi = {
  category: 'cloud',
  docsUrl: 'https://docs.aws.amazon.com/general/latest/gr/aws-apis.html',
  baseUrl: 'https://sts.us-east-1.amazonaws.com',
  allowedHosts,
  unread,
  notJudged,
  variables: [
    {
      id: 'regions',
      label: 'Regions to check',
      type: 'multiselect',
      default: [],
      helpText:
        'If you choose none, the checks cover all regions that are enabled for the account. If you choose some, the checks of regions no longer speak for their controls, because attackers use any region.',
      options: listRegionNames().map((value) => ({ value, label: value })),
    },
  ],
  // The smallest limits of these operations are a few a second, per account, region and operation, and AWS does not
  // publish most of them: https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-throttling.html
  limits: { concurrency: 8, requestsPerSecond: 10, burst: 20 },
} as const

/** What every sign-in of AWS does with its answers and keys. */
export const awsHooks = {
  sign: (request: SignableRequest, { keys, now }: { readonly keys: object; readonly now: Date }) =>
    signRequest(request, keys as AwsKeys, now),
  // Every caller may request its own identity.
  test: async (ctx: VendorClient) => {
    await ask(ctx, createQueryCall('sts', homeRegion, 'GetCallerIdentity'), CallerIdentity)
  },
  classify,
  options: { regions: listRegionChoices },
}

/** The connector without its checks, which are written against it. */
export const aws = defineConnector(
  {
    id: 'aws',
    name: 'AWS',
    version: '1.0.0',
    description:
      'The root user, people and their keys, audit logs, encryption, backups and public exposure of one AWS account, in all its regions.',
    ...awsApi,
    auth: {
      type: 'custom',
      config: {
        description: 'An access key, and the role that it assumes. Each request is signed (Signature Version 4).',
        credentialFields: [
          {
            id: 'access_key_id',
            label: 'Access key ID',
            type: 'text',
            required: true,
            placeholder: 'AKIA…',
            pattern: '[A-Z0-9]{16,128}',
          },
          { id: 'secret_access_key', label: 'Secret access key', type: 'password', required: true },
          {
            id: 'role_arn',
            label: 'Role',
            type: 'text',
            placeholder: 'arn:aws:iam::123456789012:role/Checkwright',
            helpText:
              'The role to assume in the account that is to be checked. If you leave it out, the access key itself is used.',
            pattern: 'arn:aws:iam::\\d{12}:role/[\\w+=,.@/-]{1,512}',
          },
          {
            id: 'external_id',
            label: 'External ID',
            type: 'text',
            helpText: "The sts:ExternalId of the role's trust policy, if it requires one.",
            pattern: '[\\w+=,.@:/-]{2,1224}',
          },
        ],
        setupInstructions: `
1. In the account that you want to check, open **IAM → Roles → Create role → AWS account**. Enter the account that runs
   the checks, and **require an external ID** if that is not your own account.
2. Attach the AWS managed policy **SecurityAudit**. It can read settings, but no data. For a smaller
   policy, attach the one that \`checkwright show aws --policy\` prints. If a check ends for a missing permission, it names
   the action; allow that in a policy of your own.
3. Name the role \`Checkwright\`, create it, and copy its **ARN** into the form here, with the external ID.
4. In the account that runs the checks, open **IAM → Users → Create user**, without access to the console. Give it an inline
   policy that allows only \`sts:AssumeRole\` on that ARN.
5. Under **Security credentials → Create access key → Application running outside AWS** create its key, and copy both parts
   into the form.

To check an account with a user of its own, leave role and external ID empty and attach **SecurityAudit** to the user.
`.trim(),
      },
    },
  },
  { authenticate: logIn, ...awsHooks },
)
