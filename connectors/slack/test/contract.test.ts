import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import slack from '../index.ts'

const openapi = loadProviderDescription('slack')

const reviewed = await loadReviewed('slack')

describe('the Slack connector', () => {
  connectorContract(slack, { test, reviewed, ...(openapi && { vendor: { openapi, satisfiedByAuth: ['token'] } }) })
})
