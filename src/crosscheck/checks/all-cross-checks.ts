import type { CrossCheck } from '../cross-check.ts'
import { accountsWithoutOwner } from './accounts-without-owner.ts'
import { administratorsEverywhere } from './administrators-everywhere.ts'
import { contractorsPastTheirEnd } from './contractors-past-their-end.ts'
import { directoryAgrees } from './directory-agrees.ts'
import { leavers } from './leavers.ts'
import { secondFactorEverywhere } from './second-factor-everywhere.ts'

/** Every cross-check that ships, in the order in which people read them. */
export const allCrossChecks: readonly CrossCheck[] = Object.freeze([
  leavers,
  accountsWithoutOwner,
  directoryAgrees,
  secondFactorEverywhere,
  administratorsEverywhere,
  contractorsPastTheirEnd,
])
