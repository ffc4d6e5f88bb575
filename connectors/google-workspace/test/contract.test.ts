import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import workspace from '../index.ts'

const openapi = loadProviderDescription('google-workspace')

const reviewed = await loadReviewed('google-workspace')

describe('the Google Workspace connector', () => {
  connectorContract(workspace, { test, reviewed, ...(openapi && { vendor: { openapi } }) })
})
