import { azure } from '../connector.ts'
import { listAccountsAs } from '../lists.ts'
import { KeyedAccount } from '../responses.ts'

export const storageKeys = azure.inventory({
  of: 'credential',
  part: 'storage',
  tells: ['active', 'createdAt'],
  covers: ['keys of storage accounts'],
  leavesOut: ['shared access signatures', 'local users of SFTP', 'secrets of app registrations'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  async *list(ctx) {
    // Each account has these two: https://learn.microsoft.com/azure/storage/common/storage-account-keys-manage
    for await (const { id, name, takesKeys, keys } of listAccountsAs(ctx, KeyedAccount))
      for (const key of ['key1', 'key2'] as const)
        yield {
          id: `${id}#${key}`,
          name: `${name}, ${key}`,
          kind: 'secret',
          active: takesKeys,
          createdAt: keys[key],
          unknown:
            keys[key] === undefined
              ? { createdAt: 'Azure has no date of keys that were not rotated since it keeps one.' }
              : undefined,
        }
  },
})
