// Seals one secret of organization `acme` with the given master keys and prints it.
import { createVault, openStore, resolveKeys } from '../../../../src/things/all-stores/index.ts'

const [url = '', keys = ''] = process.argv.slice(2)
const store = await openStore(url)
const vault = createVault({ keys: await resolveKeys({ keys, env: {}, storeUrl: url }), dataKeys: store.dataKeys })
const sealed = await vault.seal({ organizationId: 'acme', ownerId: 'c1', field: 'api_key' }, 'from a child')
await store.close()
console.log(JSON.stringify(sealed))
