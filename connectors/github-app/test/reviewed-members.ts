import type { ReviewedMember } from 'checkwright/testing'
import { reviewedMembers as ofGitHub } from '../../github/test/reviewed-members.ts'

/** The tests of this connector show some of the checks only. */
export const reviewedMembers: readonly ReviewedMember[] = ofGitHub.filter(({ checks }) => checks.includes('app-reach'))
