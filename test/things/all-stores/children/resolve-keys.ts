// Resolves master keys as this process's environment says, with the real keyring or none, and prints which it got.
import { StoreError } from '../../../../src/errors/index.ts'
import { openOsKeyring } from '../../../../src/service/store/keys/keyring.ts'
import { type KeyOptions, resolveKeys } from '../../../../src/service/store/keys/resolve-keys.ts'

const [storeUrl = '', keyring = '', keys] = process.argv.slice(2)
const notices: string[] = []
const none = () => Promise.reject(new StoreError('none', { code: 'KEYRING_UNAVAILABLE' }))

try {
  const { currentId, ids, source } = await resolveKeys({
    keys: keys satisfies KeyOptions | undefined,
    env: process.env,
    storeUrl,
    notify: (line) => notices.push(line),
    openKeyring: keyring === 'no-keyring' ? none : openOsKeyring,
  })
  console.log(JSON.stringify({ currentId, ids, source, notices }))
} catch (error) {
  if (!(error instanceof StoreError)) throw error
  console.log(JSON.stringify({ code: error.code, message: error.message }))
}
