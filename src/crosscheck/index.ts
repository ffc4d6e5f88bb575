/**
 * Checks across systems: people, leavers, access. What no single system can tell, judged by the inventories of all connections.
 *
 * @packageDocumentation
 */

export { accountsWithoutOwner } from './checks/accounts-without-owner.ts'
export { administratorsEverywhere } from './checks/administrators-everywhere.ts'
export { allCrossChecks } from './checks/all-cross-checks.ts'
export { contractorsPastTheirEnd } from './checks/contractors-past-their-end.ts'
export { devicesAndOwners } from './checks/devices-and-owners.ts'
export { directoryAgrees } from './checks/directory-agrees.ts'
export { dormantEverywhere } from './checks/dormant-everywhere.ts'
export { leavers } from './checks/leavers.ts'
export { policiesAcknowledged } from './checks/policies-acknowledged.ts'
export { secondFactorEverywhere } from './checks/second-factor-everywhere.ts'
export { trainingOfEveryone } from './checks/training-of-everyone.ts'
export type {
  AccountEntry,
  AcknowledgementEntry,
  CrossCheck,
  CrossCheckConnection,
  CrossCheckContext,
  CrossCheckData,
  CrossCheckDefinition,
  CrossCheckNeeds,
  CrossCheckRecord,
  EntryFilter,
  OwnedEntry,
} from './define/cross-check.ts'
export { defineCrossCheck } from './define/define-cross-check.ts'
export type { CrossCheckPolicy, ListedKind, OwnKind } from './define/inputs.ts'
export { type Employment, judgeEmployment } from './define/judge-employment.ts'
export type { LinkBasis, Owner, Proposal } from './define/owner.ts'
export type { Person, PersonRecord } from './define/person.ts'
export type { LinkTarget, StoredLink } from './define/stored-link.ts'
