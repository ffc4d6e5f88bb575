import type { CheckHead, ResultStatus } from '../../define/index.ts'

/**
 * What a result says about its finding. If a check reported a resource as undecided and as good, nobody knows which of its results
 * are: none of them resolves a finding, as if it needed review.
 */
export function chooseFindingStatus({ undecided }: Pick<CheckHead, 'undecided'>, status: ResultStatus): ResultStatus {
  return undecided?.contradicted && status !== 'fail' ? 'manual' : status
}
