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
      ['Connector', 'What it asks', 'Category', 'Signs in by', 'Checks'],
      connectors.map(({ definition: { id, name, description, category, auth }, checks }) => [
        `[${name}](${id}/README.md)`,
        description,
        category,
        signsInBy(auth),
        String(checks.length),
      ]),
    ),
    'What their checks speak for, and how each was verified: [the catalogue](../docs/catalogue.md).',
  ])
}
