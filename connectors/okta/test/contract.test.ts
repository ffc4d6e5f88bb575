import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import okta from '../index.ts'
import { toSentUser } from './okta-api.ts'

const openapi = loadProviderDescription('okta')

const reviewed = await loadReviewed('okta')

// The user of the description's example has no manager and no department.
const profile = { firstName: 'Ada', lastName: 'Lovelace', userType: 'Employee', managerId: 'bob', department: 'Sales' }
const signing = { kid: 'k1', rotationMode: 'AUTO', lastRotated: '2025-12-31T08:00:00.000Z' }
const routes = {
  // The id of the description's example is the name of a parameter.
  'GET /api/v1/authorizationServers': {
    json: [{ id: 'aus1', name: 'api', status: 'ACTIVE', credentials: { signing } }],
  },
  'GET /api/v1/users': { json: [toSentUser({ id: 'ada', lastLogin: '2025-12-31T08:00:00.000Z', profile })] },
}

describe('the Okta connector', () => {
  connectorContract(okta, { test: openContractTest('okta'), reviewed, vendor: openapi && { openapi, routes } })
})
