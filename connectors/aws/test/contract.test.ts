import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import aws from '../index.ts'
import { createAwsVendor } from './aws-api.ts'
import { flawed } from './everything.ts'

// The moment and the secret of the contract's own runs.
const now = '2026-01-15T12:00:00.000Z'
const user = { secretAccessKey: 'secret-of-secret_access_key-7vQz3nWp9KxT2mRb' }

const reviewed = await loadReviewed('aws')

describe('the AWS connector', () => {
  connectorContract(aws, {
    test: openContractTest('aws'),
    reviewed,
    vendor: createAwsVendor(flawed, { now, user, anyRole: true }),
  })
})
