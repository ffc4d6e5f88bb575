import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['storage-network', 'key-vault-network'],
    member: 'value[].properties.networkAcls.ipRules',
    kinds: ['removed', 'null'],
    reason:
      'It is optional. Rules without it allow no range of addresses: https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list',
  },
  {
    checks: ['subscription-owners', 'user-access-administrators'],
    member: 'value[].properties.principalId',
    kinds: ['unknown word'],
    reason: 'It is an id and no word: another id is another holder of the role, and equal ids are one.',
  },
  {
    checks: ['key-vault-recovery'],
    member: 'value[].properties.enableSoftDelete',
    kinds: ['removed', 'null'],
    reason:
      'It is on unless somebody turned it off: https://learn.microsoft.com/azure/key-vault/general/soft-delete-overview',
  },
  {
    checks: ['key-vault-key-rotation'],
    member: 'properties.attributes.exp',
    kinds: ['time in another unit', 'time in the future'],
    reason: 'A key whose end is to come is judged by its policy.',
  },
]
