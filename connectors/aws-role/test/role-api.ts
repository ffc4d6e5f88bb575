import { checkRunner } from '../../../test/connectors/run-check.ts'
import { account, now, credentials as platformKeys } from '../../aws/test/aws-api.ts'
import { awsRole } from '../index.ts'

/** What an operator enters: keys of the platform's own account. */
export const settings = platformKeys

export const credentials = { role_arn: `arn:aws:iam::${account}:role/Checkwright` }

/** The organization that the trust policy of the role names as external id. */
export const customer = 'acme-4711'

export const runCheckOn = checkRunner(awsRole, { credentials, settings, now })
