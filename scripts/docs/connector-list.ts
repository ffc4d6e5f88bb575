import type { AnyConnector } from 'checkwright'
import { describeSignIn } from '../../src/report/connector-page/connector-page.ts'
import { joinBlocks, renderTable } from '../../src/report/connector-page/page-markdown.ts'
import { notice } from './notice.ts'

/** The list of all connectors, each with a link to its page. */
export function renderConnectorList(connectors: readonly AnyConnector[]): string {
  return joinBlocks([
    notice,
    '# Connectors',
    renderTable(
      ['Connector', 'What it checks', 'Category', 'How you sign in', 'Checks'],
      connectors.map(({ definition: { id, name, description, category, auth }, checks }) => [
        `[${name}](${id}/README.md)`,
        description,
        category,
        describeSignIn(auth),
        String(checks.length),
      ]),
    ),
    '[The catalogue](../docs/catalogue.md) shows you what each check proves and how we verified it.',
  ])
}
