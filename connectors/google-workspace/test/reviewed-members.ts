import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown while a verdict stands, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = []
