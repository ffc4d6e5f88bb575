import { findProof } from '../../../checks/proofs/find-proof.ts'
import type { AnyConnector, Check } from '../../../define/index.ts'
import type { CheckWays } from '../../../report/connector-page/ways-section.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { demandConnector } from '../../api/demand.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { SeverityBadge } from '../../pages/shared/status.tsx'
import { Ways } from './ways.tsx'

/** What the checks of a connector judge, and what they were tried on. */
export const connectorChecksPage = definePage({
  path: '/connect/:connectorId/checks',
  access: 'connections:read',
  show: async ({ texts, runtime, person, params, judgementTrials }) => {
    const connector = demandConnector(runtime, params.connectorId)
    const { id, name, notJudged = [] } = connector.definition
    const ways = await judgementTrials.loadWays(connector)
    const title = texts.connectors.checks.title({ name })
    return createPage(
      { title },
      <>
        <PageHead
          crumbs={
            mayDo(person.role, 'connections:write') ? (
              <>
                <Link to="/connect">{texts.actions.connectSystem}</Link> <Link to={`/connect/${id}`}>{name}</Link>
              </>
            ) : (
              <Link to="/connections">{texts.labels.connections}</Link>
            )
          }
          title={title}
          lead={texts.connectors.checks.lead}
        />
        <div class="stack">
          {connector.checks.map((check) => (
            <JudgedCheck connector={connector} check={check} ways={ways.get(check.id)} />
          ))}
          {notJudged.length > 0 && (
            <details class="sheet">
              <summary>
                <h2>{texts.connectors.checks.notJudged}</h2>
              </summary>
              <ul class="plain" lang="en">
                {notJudged.map(({ says }) => (
                  <li>{says}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      </>,
    )
  },
})

interface JudgedCheckProps {
  readonly connector: AnyConnector
  readonly check: Check
  readonly ways: CheckWays | undefined
}

function JudgedCheck({ connector, check, ways }: JudgedCheckProps) {
  const texts = useTexts()
  const { id, title, description, severity = 'medium' } = check
  return (
    <details class="sheet" id={`check-${id}`}>
      <summary>
        <h2>{title}</h2> <SeverityBadge of={severity} />
      </summary>
      {description !== undefined && <p>{description}</p>}
      {ways && <Ways ways={ways} />}
      <TriedOn connector={connector} check={check} />
      {ways && (
        <p>
          <Link to={toTrialPath(connector, check)} looks="quiet">
            {texts.connectors.trial.title}
            <span class="sr">: {title}</span>
          </Link>
        </p>
      )}
    </details>
  )
}

/** What a check was tried on, or that nothing shows it for the code that runs here. */
export function TriedOn({ connector, check }: Pick<JudgedCheckProps, 'connector' | 'check'>) {
  const texts = useTexts()
  const proof = findProof(connector, check)
  return <p class="small">{proof === 'none' ? texts.connectors.checks.untried : texts.runs.results.triedOn(proof)}</p>
}

export function toTrialPath({ id }: Pick<AnyConnector, 'id'>, check: Pick<Check, 'id'>): string {
  return `/connect/${encodeURIComponent(id)}/checks/${encodeURIComponent(check.id)}`
}
