import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['storage-network'],
    member: 'value[].properties.networkAcls',
    kinds: ['removed', 'null'],
    reason:
      'Without it, every network has access, unless public access is off: https://learn.microsoft.com/azure/storage/common/storage-network-security',
  },
  {
    checks: ['storage-network', 'key-vault-network'],
    member: 'value[].properties.networkAcls.ipRules',
    kinds: ['removed', 'null'],
    reason:
      'It is optional. Rules without it allow no range of addresses: https://learn.microsoft.com/rest/api/storagerp/storage-accounts/list',
  },
  {
    checks: ['storage-keys'],
    member: 'value[].properties.keyCreationTime',
    kinds: ['removed'],
    reason: 'An account that does not accept keys needs no dates of keys. One that accepts keys needs review.',
  },
  {
    checks: ['subscription-owners', 'user-access-administrators'],
    member: 'value[].properties.principalId',
    kinds: ['unknown word'],
    reason: 'It is an id and no word: another id is another holder of the role, and equal ids are one.',
  },
  {
    checks: ['action-groups'],
    member: 'value[].properties.emailReceivers',
    kinds: ['removed', 'null'],
    reason:
      'A group has the kinds of receivers that somebody gave it, and none is required: https://learn.microsoft.com/rest/api/monitor/action-groups/list-by-subscription-id. A group that reaches somebody by another kind passes by that.',
  },
]
