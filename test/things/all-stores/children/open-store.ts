// Opens a store, which migrates it where needed, and prints its organizations. `leave-open`: does not close it.
import { openStore } from '../../../../src/things/all-stores/open-store.ts'

const store = await openStore(process.argv[2] ?? '')
console.log(JSON.stringify(await store.organizations.list()))
if (process.argv[3] !== 'leave-open') await store.close()
