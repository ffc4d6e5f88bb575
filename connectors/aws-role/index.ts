import { aws } from '../aws/index.ts'
import { awsRole as connector } from './connector.ts'

/** One AWS account, asked by a role that an account of the platform assumes. */
export const awsRole = connector.withChecksOf(aws)

export default awsRole
