import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import datadog from '../index.ts'

const openapi = loadProviderDescription('datadog')

const reviewed = await loadReviewed('datadog')

describe('the Datadog connector', () => {
  connectorContract(datadog, { test, reviewed, ...(openapi && { vendor: { openapi } }) })
})
