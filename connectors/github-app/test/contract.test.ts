import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import githubApp from '../index.ts'
import { credentials, settings } from './app-api.ts'

const openapi = loadProviderDescription('github')
const reviewed = await loadReviewed('github')

// The description's examples are of another organization, and of a time that is over.
const routes = {
  'GET /app/installations/:id': {
    json: { account: { login: credentials.organization }, target_type: 'Organization', suspended_at: null },
  },
  'POST /app/installations/:id/access_tokens': {
    status: 201,
    json: { token: 'ghs_sample-of-the-contract', expires_at: '2026-01-15T13:00:00Z' },
  },
}

describe('the GitHub App connector', () => {
  connectorContract(githubApp, {
    test: openContractTest('github-app'),
    reviewed,
    credentials,
    settings,
    vendor: openapi && { openapi, routes, auth: { type: 'bearer', verify: (token: string) => token !== '' } },
  })
})
