import type { Texts } from '../../all-texts/texts.ts'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type ShownPage } from '../../pages/page-route.ts'
import { PageHead } from '../../pages/shared/page-head.tsx'
import type { PackageIncompleteError } from '../making/demand-evidence.ts'

/** Why a package was not made whose gaps were refused, gap by gap. */
export function createIncompletePage(texts: Texts, { count, gaps }: PackageIncompleteError): ShownPage {
  return createPage(
    { status: 409, title: texts.packages.refused.title },
    <>
      <PageHead title={texts.packages.refused.title} lead={texts.packages.refused.text({ gaps: count })}>
        <p>{texts.packages.refused.help}</p>
      </PageHead>
      <section class="sheet" aria-label={texts.packages.gaps({ gaps: count })}>
        <table class="table">
          <thead>
            <tr>
              {[texts.packages.refused.gap, texts.labels.control, texts.labels.check, texts.packages.refused.days].map(
                (title) => (
                  <th scope="col">{title}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {gaps.map(({ kind, control, connector, check, from, to }) => (
              <tr>
                <td>{texts.packages.gapKinds[kind]}</td>
                <td>{control}</td>
                <td>{check !== undefined && <code>{`${connector}/${check}`}</code>}</td>
                <td>{from !== undefined && to !== undefined && texts.packages.period({ from, to })}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {count > gaps.length && <p>{texts.counts.andMore({ count: count - gaps.length })}</p>}
      </section>
      <p>
        <Link to="/packages" looks="quiet">
          {texts.packages.refused.back}
        </Link>
      </p>
    </>,
  )
}
