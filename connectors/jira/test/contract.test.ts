import { connectorContract } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import jira from '../index.ts'
import { ada } from './jira-api.ts'

const openapi = loadProviderDescription('jira')

const reviewed = await loadReviewed('jira')

// The description has no example of this list, and its values are no addresses.
const routes = {
  'GET /rest/api/3/users/search': ({ query }: { readonly query: URLSearchParams }) => ({
    json: Number(query.get('startAt') ?? 0) === 0 ? [ada] : [],
  }),
}

describe('the Jira connector', () => {
  connectorContract(jira, { test: openContractTest('jira'), reviewed, vendor: openapi && { openapi, routes } })
})
