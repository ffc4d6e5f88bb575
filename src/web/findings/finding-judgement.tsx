import type { Finding } from '../../checks/findings/finding-store.ts'
import type { Judgement, NeededReview } from '../../runtime/judgements/judgements.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { useFrame } from '../frame/frame.ts'
import { Link } from '../frame/links.tsx'
import { JudgementList } from '../judgements/judgement-parts.tsx'
import { Moment } from '../shared/moment.tsx'

interface FindingJudgementProps {
  readonly finding: Finding
  /** The result of the newest run, if it needs review; undefined: it needs none. */
  readonly review: NeededReview | undefined
  readonly judgements: readonly Judgement[]
}

/** A finding that failed may need review later, because its check can no longer decide. Others fail by a judgement. */
export function FindingJudgement({ finding, review, judgements }: FindingJudgementProps) {
  const { visitor } = useFrame()
  if (review === undefined && judgements.length === 0) return null
  const mayJudge = visitor !== undefined && mayDo(visitor.role, 'judgements:write')
  return (
    <section class="sheet" aria-labelledby="judgement">
      <h2 id="judgement">Judgement</h2>
      {review && (
        <>
          <p>
            {'The newest run, '}
            <Moment at={review.atMs} />
            {', could not decide: '}
            <Link
              to={`/runs/${review.runId}?check=${review.check.id}&status=manual#finding-${review.result.findingId}`}
            >
              {review.result.title}
            </Link>
            . It needs review.
            {finding.state !== 'resolved' &&
              ' The finding stays open until a run sees it pass, or somebody accepts it.'}
          </p>
          {mayJudge && (
            <p>
              <Link
                to={`/runs/${review.runId}/judge?check=${review.check.id}&finding=${review.result.findingId}`}
                looks="quiet"
              >
                Judge this result…
              </Link>
            </p>
          )}
        </>
      )}
      {finding.judgementId !== null && (
        <>
          <p>
            Somebody refused this result, so it counts as failing. It stays open as long as the judgement holds for its
            evidence.{mayJudge && ' Judge it again if you can live with it.'}
          </p>
          {mayJudge && (
            <p>
              <Link to={`/runs/${finding.runId}/judge?check=${finding.checkId}&finding=${finding.id}`} looks="quiet">
                Judge it again…
              </Link>
            </p>
          )}
        </>
      )}
      <JudgementList judgements={judgements} />
    </section>
  )
}
