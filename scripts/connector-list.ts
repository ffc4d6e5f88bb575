import type { AnyConnector } from 'checkwright'
import { signsInBy } from '../src/report/connector-page/connector-page.ts'
import { joined, table } from '../src/report/connector-page/markdown.ts'
import { notice } from './notice.ts'

/** The list of all connectors, each with a link to its page. */
export function connectorList(connectors: readonly AnyConnector[]): string {
  return joined([
    notice,
    '# Connectors',
    table(
      ['Connector', 'What it checks', 'Category', 'How you sign in', 'Checks'],
      connectors.map(({ definition: { id, name, description, category, auth }, checks }) => [
        `[${name}](${id}/README.md)`,
        description,
        category,
        signsInBy(auth),
        String(checks.length),
      ]),
    ),
    '[The catalogue](../docs/catalogue.md) shows you what each check proves and how we verified it.',
  ])
}
