import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import datadog from '../index.ts'
import { listed } from './datadog-api.ts'

const openapi = loadProviderDescription('datadog')

const reviewed = await loadReviewed('datadog')

// The description has no examples, and its values are no addresses and times.
const list = (data: readonly object[]) => ({
  json: { data, meta: { page: { total_count: data.length, total_filtered_count: data.length } } },
})
const routes = {
  'GET /api/v2/users': list(listed.users),
  'GET /api/v2/roles': list(listed.roles),
  'GET /api/v2/permissions': { json: { data: listed.permissions } },
  'GET /api/v2/api_keys': list(listed.apiKeys),
  'GET /api/v2/application_keys': list(listed.applicationKeys),
}

describe('the Datadog connector', () => {
  connectorContract(datadog, { test: openContractTest('datadog'), reviewed, vendor: openapi && { openapi, routes } })
})
