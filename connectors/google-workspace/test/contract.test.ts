import { connectorContract } from 'checkwright/testing'
import { describe, test } from 'vitest'
import { loadProviderDescription } from '../../../test/connectors/description.ts'
import { loadReviewed } from '../../../test/connectors/reviewed-members.ts'
import workspace from '../index.ts'
import { listed } from './google-api.ts'

const openapi = loadProviderDescription('google-workspace')

const reviewed = await loadReviewed('google-workspace')

// The description has no examples, and its values are no addresses and times.
const list = (name: string, items: readonly object[]) => ({ json: { kind: `admin#directory#${name}`, [name]: items } })
const routes = {
  'GET /admin/directory/v1/users': list('users', listed.users),
  'GET /admin/directory/v1/customer/my_customer/devices/mobile': list('mobiledevices', listed.devices),
  'GET /admin/directory/v1/customer/my_customer/devices/chromeos': list('chromeosdevices', listed.chromeDevices),
}

describe('the Google Workspace connector', () => {
  connectorContract(workspace, { test, reviewed, ...(openapi && { vendor: { openapi, routes } }) })
})
