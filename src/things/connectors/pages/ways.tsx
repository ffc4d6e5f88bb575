import { type CheckWays, waysMax, wayVerdicts } from '../../../report/connector-page/ways-section.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

/** When a check passes, when it fails and when it cannot tell: the cases that it was tried on, in the words of its witnesses. */
export function Ways({ ways }: { readonly ways: CheckWays }) {
  const texts = useTexts()
  return (
    <dl class="facts">
      {wayVerdicts.map((verdict) => {
        const cases = ways[verdict]
        if (cases.length === 0) return null
        return (
          <>
            <dt>{texts.connectors.checks.heads[verdict]}</dt>
            <dd>
              <ul class="plain" lang="en">
                {cases.slice(0, waysMax).map((way) => (
                  <li>{way}</li>
                ))}
              </ul>
              {cases.length > waysMax && texts.counts.andMore({ count: cases.length - waysMax })}
            </dd>
          </>
        )
      })}
    </dl>
  )
}
