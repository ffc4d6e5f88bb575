import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import slack from '../index.ts'
import { ada, bot } from './slack-api.ts'

const openapi = loadProviderDescription('slack')

const reviewed = await loadReviewed('slack')

// The description has no example of users, and its values contradict each other.
const routes = { 'GET /api/users.list': { json: { ok: true, members: [ada, bot] } } }

describe('the Slack connector', () => {
  connectorContract(slack, {
    test: openContractTest('slack'),
    reviewed,
    vendor: openapi && { openapi, routes, satisfiedByAuth: ['token'] },
  })
})
