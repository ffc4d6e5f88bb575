import { connectorContract, type ReviewedMember } from 'checkwright/testing'
import { describe } from 'vitest'
import { openContractTest } from '../../../test/connectors/contract-test.ts'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import workspace from '../index.ts'
import { listed } from './google-api.ts'

const openapi = loadProviderDescription('google-workspace')

/** The sample accounts have signed in lately; those of the connector's own tests show the other cases. */
const recent: readonly ReviewedMember[] = [
  {
    checks: ['stale-users'],
    member: 'users[].suspended',
    kinds: ['removed', 'null', 'wrong type'],
    reason: 'Somebody who has signed in lately passes, whether or not the account is suspended.',
  },
  {
    checks: ['stale-users'],
    member: 'users[].archived',
    kinds: ['wrong type'],
    reason: 'Somebody who has signed in lately passes, whether or not the account is archived.',
  },
  {
    checks: ['stale-users'],
    member: 'users[].id',
    kinds: ['unknown word'],
    reason: 'An id is any word. Two users with the same one are one account, which has one verdict.',
  },
]
const reviewed = [...(await loadReviewed('google-workspace')), ...recent]

// The description has no examples, and its values are no addresses and times.
const list = (name: string, items: readonly object[]) => ({ json: { kind: `admin#directory#${name}`, [name]: items } })
const routes = {
  'GET /admin/directory/v1/users': list('users', listed.users),
  'GET /admin/directory/v1/customer/my_customer/devices/mobile': list('mobiledevices', listed.devices),
  'GET /admin/directory/v1/customer/my_customer/devices/chromeos': list('chromeosdevices', listed.chromeDevices),
}

describe('the Google Workspace connector', () => {
  connectorContract(workspace, {
    test: openContractTest('google-workspace'),
    reviewed,
    vendor: openapi && { openapi, routes },
  })
})
