import { connectorContract, type ReviewedMember } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import azure from '../index.ts'
import { loadAzureDescription } from './azure-description.ts'

const openapi = loadAzureDescription()

/** The described vendor gives the keys of one vault to several, with the same ids. A test with keys of their own needs none of these. */
const ofSharedKeys = ['rotationPolicy', 'rotationPolicy.lifetimeActions'].map(
  (member): ReviewedMember => ({
    checks: ['key-vault-key-rotation'],
    member: `properties.${member}`,
    kinds: ['removed', 'null'],
    reason:
      'A key without a policy, or without an action, is not renewed, and fails: https://learn.microsoft.com/azure/key-vault/keys/how-to-configure-key-rotation. The key of the same id in another vault passes by its own answer.',
  }),
)

const reviewed = [...(await loadReviewed('azure')), ...ofSharedKeys]

describe('the Azure connector', () => {
  connectorContract(azure, { test: openContractTest('azure'), reviewed, vendor: openapi && { openapi } })
})
