import type { CheckHead } from '../../define/index.ts'

/**
 * Whether a check opens and resolves findings. One that could not tell does not, but for one that named the resources which it
 * could not tell: of the others it has seen all that it has to judge. It is not complete, so nothing is gone because of it.
 */
export function canChangeFindings({ status, error }: Pick<CheckHead, 'status' | 'error'>): boolean {
  return status !== 'error' || error?.code === 'CHECK_UNDECIDED'
}
