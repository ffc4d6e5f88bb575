import { connectorIds } from '../../../connectors/index.ts'
import type { AnyConnector } from '../../define/index.ts'
import { createUnknownConnectorError, loadShipped } from '../connector-file/load-connector.ts'
import type { NewFiles } from './connector-files.ts'
import { toNameOfId } from './new-connector.ts'
import { renderString } from './source-text.ts'

/** A file with another check for a shipped connector: sign-in, hosts and limits are those of the connector. */
export interface OwnCheck {
  readonly name: string
  readonly files: NewFiles
  /** The file to run. */
  readonly file: string
}

/** @throws CheckwrightError `CONNECTOR_UNKNOWN` for a connector that does not come with us */
export async function createOwnCheck(checkId: string, connectorId: string): Promise<OwnCheck> {
  const connector = await loadShipped(connectorId)
  if (!connector)
    throw createUnknownConnectorError(
      connectorId,
      ` among those that come with Checkwright: ${connectorIds.join(', ')}`,
    )
  const file = `${connectorId}-${checkId}.ts`
  return { name: connector.definition.name, files: { [file]: renderOwnCheck(checkId, connector) }, file }
}

function renderOwnCheck(
  checkId: string,
  { id, definition: { name, baseUrl, allowedHosts = [], test } }: AnyConnector,
): string {
  const value = id.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
  const path = test?.path ?? '/'
  const title = toNameOfId(checkId)
  const hosts = [baseUrl.replace(/^https:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
  return `import ${value} from 'checkwright/connectors/${id}'

// The check signs in, waits and is recorded as every check of ${name} is. It may ask these hosts:
${hosts.map((host) => `// - ${host}`).join('\n')}
const check = ${value}.check({
  id: ${renderString(checkId)},
  title: ${renderString(`${title}: say here what has to be so`)},
  severity: 'medium',
  async run(ctx) {
    const answer = ctx.known(await ctx.get<Readonly<Record<string, unknown>>>(${renderString(path)}), {
      kind: 'schema_drift',
      message: ${renderString(`${name} answered nothing.`)},
    })
    ctx.manual({
      resource: { type: 'account', id: ${renderString(id)} },
      title: ${renderString(`Judge what ${name} answers`)},
      description: 'Replace this by ctx.pass() and ctx.fail(), which say what you found.',
      evidence: { members: Object.keys(answer) },
    })
  },
})

export default ${value}.with(check)
`
}
