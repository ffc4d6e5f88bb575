import type { CrossCheck } from '../define/cross-check.ts'
import { accountsWithoutOwner } from './accounts-without-owner.ts'
import { administratorsEverywhere } from './administrators-everywhere.ts'
import { contractorsPastTheirEnd } from './contractors-past-their-end.ts'
import { devicesAndOwners } from './devices-and-owners.ts'
import { directoryAgrees } from './directory-agrees.ts'
import { dormantEverywhere } from './dormant-everywhere.ts'
import { leavers } from './leavers.ts'
import { policiesAcknowledged } from './policies-acknowledged.ts'
import { secondFactorEverywhere } from './second-factor-everywhere.ts'
import { trainingOfEveryone } from './training-of-everyone.ts'

/** Every cross-check that ships, in the order in which people read them. */
export const allCrossChecks: readonly CrossCheck[] = Object.freeze([
  leavers,
  accountsWithoutOwner,
  directoryAgrees,
  secondFactorEverywhere,
  administratorsEverywhere,
  contractorsPastTheirEnd,
  dormantEverywhere,
  devicesAndOwners,
  trainingOfEveryone,
  policiesAcknowledged,
])
