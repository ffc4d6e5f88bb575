import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import jira from '../index.ts'

const openapi = loadProviderDescription('jira')

const reviewed = await loadReviewed('jira')

describe('the Jira connector', () => {
  connectorContract(jira, { test, reviewed, ...(openapi && { vendor: { openapi } }) })
})
