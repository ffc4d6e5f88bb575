import type { StatementCoverage } from '../../../checks/controls/observe-statements.ts'
import type { CheckStatement } from '../../../checks/controls/statements/statement.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

interface StatementListProps {
  readonly coverage: StatementCoverage
  /** By id. */
  readonly statements: ReadonlyMap<string, CheckStatement>
}

/** The statements that a control asks for: what was observed, and what nobody may read into it. */
export function StatementList({
  coverage: { observed, of, statements: asked, related },
  statements,
}: StatementListProps) {
  const texts = useTexts()
  const say = (id: string) => statements.get(id)?.says ?? id
  return (
    <section class="sheet">
      <h3>{texts.controls.observed({ observed, of })}</h3>
      <ul class="plain-list">
        {asked.map(({ id, needed, observed: isObserved }) => (
          <li>
            <span class={`badge ${isObserved ? 'plain' : 'error'}`}>
              {isObserved ? texts.controls.statementObserved : texts.controls.statementUnobserved}
            </span>{' '}
            {say(id)} {needed && <span class="small">{texts.controls.statementNeeded}</span>}
            <p class="small">{texts.controls.doesNotSay({ what: statements.get(id)?.doesNotSay ?? '' })}</p>
          </li>
        ))}
      </ul>
      {related.length > 0 && <p class="small">{texts.controls.related({ statements: related.map(say).join(' ') })}</p>}
    </section>
  )
}
