import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import okta from '../index.ts'

const openapi = loadProviderDescription('okta')

const reviewed = await loadReviewed('okta')

describe('the Okta connector', () => {
  connectorContract(okta, { test, reviewed, ...(openapi && { vendor: { openapi } }) })
})
