import type { Texts } from '../../all-texts/texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import type { ShownPage } from '../../pages/page-route.ts'
import type { PackageIncompleteError } from '../making/demand-evidence.ts'

/** Why a package was not made whose gaps were refused, gap by gap. */
export function createIncompletePage({ packages: texts }: Texts, { count, gaps }: PackageIncompleteError): ShownPage {
  return {
    kind: 'page',
    status: 409,
    title: texts.isIncomplete,
    content: (
      <>
        <header class="head">
          <div>
            <h1>{texts.isIncomplete}</h1>
            <p class="lead">{texts.lacks({ gaps: count })}</p>
            <p>{texts.makeWithGaps}</p>
          </div>
        </header>
        <section class="sheet" aria-label={texts.gaps({ gaps: count })}>
          <table class="table">
            <thead>
              <tr>
                {[texts.gap, texts.control, texts.check, texts.onDays].map((title) => (
                  <th scope="col">{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {gaps.map(({ kind, control, connector, check, from, to }) => (
                <tr>
                  <td>{texts.gapKinds[kind]}</td>
                  <td>{control}</td>
                  <td>{check !== undefined && <code>{`${connector}/${check}`}</code>}</td>
                  <td>{from !== undefined && to !== undefined && texts.period({ from, to })}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {count > gaps.length && <p>{texts.andMore({ gaps: count - gaps.length })}</p>}
        </section>
        <p>
          <Link to="/packages" looks="quiet">
            {texts.back}
          </Link>
        </p>
      </>
    ),
  }
}
