import type { ReviewedMember } from 'checkwright/testing'

const openByDefault =
  'Without it, every network has access, unless the other of the two settings closes the resource: https://learn.microsoft.com/azure/storage/common/storage-network-security and https://learn.microsoft.com/azure/key-vault/general/network-security'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['storage-network', 'key-vault-network'],
    member: 'value[].properties.networkAcls',
    kinds: ['removed', 'null'],
    reason: openByDefault,
  },
  {
    checks: ['storage-network', 'key-vault-network'],
    member: 'value[].properties.publicNetworkAccess',
    kinds: ['removed', 'null'],
    reason: openByDefault,
  },
  {
    checks: ['storage-network', 'key-vault-network'],
    member: 'value[].properties.networkAcls.ipRules',
    kinds: ['removed', 'null'],
    reason:
      'It is optional. Rules without it allow no range of addresses: https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list',
  },
  ...['keyCreationTime', 'keyCreationTime.key1', 'keyCreationTime.key2'].map((member) => ({
    checks: ['storage-keys'],
    member: `value[].properties.${member}`,
    kinds: ['removed', 'null'] as const,
    reason:
      'An account that does not accept keys needs no dates of keys. An account that accepts keys needs review, or fails because of the other key.',
  })),
  {
    checks: ['storage-keys'],
    member: 'value[].properties.allowSharedKeyAccess',
    kinds: ['removed', 'null'],
    reason:
      'Null means the same as true, and the dates of the keys decide: https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list',
  },
  {
    checks: ['subscription-owners'],
    member: 'value[].properties.principalId',
    kinds: ['unknown word'],
    reason: 'It is an id and no word: another id is another owner.',
  },
  {
    checks: ['storage-versions'],
    member: 'properties.isVersioningEnabled',
    kinds: ['removed', 'null'],
    reason:
      'Versioning that was never turned on is off, and the account fails: https://learn.microsoft.com/azure/storage/blobs/versioning-enable. Another account passes by its own answer.',
  },
  ...['rotationPolicy', 'rotationPolicy.lifetimeActions'].map((member) => ({
    checks: ['key-vault-key-rotation'],
    member: `properties.${member}`,
    kinds: ['removed', 'null'] as const,
    reason:
      'A key without a policy, or without an action, is not renewed, and fails: https://learn.microsoft.com/azure/key-vault/keys/how-to-configure-key-rotation. Another key passes by its own answer.',
  })),
  {
    checks: ['storage-log', 'key-vault-log'],
    member: 'value[].properties.workspaceId',
    kinds: ['removed', 'null'],
    reason:
      'A setting without a destination sends nothing, and the resource fails: https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings. Another resource passes by its own answer.',
  },
]
