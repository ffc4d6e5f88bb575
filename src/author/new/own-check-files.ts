import { connectorIds } from '../../../connectors/index.ts'
import { type AnyConnector, listPlaceholders } from '../../define/index.ts'
import { createUnknownConnectorError, loadShipped } from '../../service/commands/connector-file/load-connector.ts'
import type { NewFiles } from './connector-files.ts'
import { toNameOfId } from './new-connector.ts'
import { renderSource, renderString } from './source-text.ts'

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
  const source = renderOwnCheck(checkId, connector, await findFirstCall(connector))
  return { name: connector.definition.name, files: { [file]: source }, file }
}

/** A request that works for every connection: where the check begins. */
type FirstCall =
  | { readonly kind: 'get'; readonly path: string }
  | { readonly kind: 'post'; readonly url: string; readonly headers: object; readonly body: unknown }

/** The request by which the connector tests a connection. A vendor that asks by POST alone says so in its hook. */
async function findFirstCall({ definition, hooks }: AnyConnector): Promise<FirstCall> {
  let call: FirstCall = { kind: 'get', path: definition.test?.path ?? '/' }
  if (definition.test !== undefined || hooks.test === undefined) return call
  const stop = () => {
    throw new Error('One request is enough.')
  }
  const note = (noted: FirstCall) => {
    call = noted
    return stop()
  }
  // A hook that asks by other means is left alone: its author replaces the path.
  const client: Parameters<typeof hooks.test>[0] = {
    credentials: {},
    signal: new AbortController().signal,
    fetch: stop,
    put: stop,
    patch: stop,
    delete: stop,
    graphql: stop,
    paginate: stop,
    get: (path) => note({ kind: 'get', path: String(path) }),
    post: (url, { headers = {}, body } = {}) => note({ kind: 'post', url: String(url), headers, body }),
  }
  await hooks.test(client).catch(() => undefined)
  return call
}

function renderFirstCall(call: FirstCall): string {
  if (call.kind === 'get') return `ctx.get<Readonly<Record<string, unknown>>>(${renderOwnPath(call.path)})`
  const { url, headers, body } = call
  const isForm = body instanceof URLSearchParams
  const sent = isForm
    ? `new URLSearchParams(${renderSource(Object.fromEntries(body), 8)})`
    : renderSource(body ?? {}, 8)
  return `ctx.post<Readonly<Record<string, unknown>>>(${renderString(url)}, {
        // This vendor uses POST for requests that only read, too.
        reads: true,
        headers: ${renderSource(headers, 8)},
        body: ${sent},${isForm ? '\n        // The answer may not be JSON. Read its text here.\n        parse: (text) => ({ text }),' : ''}
      })`
}

/** A path of the definition as a check writes it: with the values of its connection. */
function renderOwnPath(path: string): string {
  if (listPlaceholders(path).length === 0) return renderString(path)
  const literal = path
    .replaceAll(/[`\\$]/g, '\\$&')
    .replaceAll(/\{([^{}]+)\}/g, (_whole, id: string) => `\${encodeURIComponent(ctx.credentials.${id})}`)
  return `\`${literal}\``
}

/** Hosts as a comment lists them: those that differ in one label alone on one line. */
function summarizeHosts(hosts: readonly string[]): string[] {
  const toFamily = (host: string) => {
    const [first = '', varied = '', ...rest] = host.split('.')
    return rest.length < 2 ? host : [first, '*', ...rest].join('.').replace(/^\*\.\*/, `*.${varied}`)
  }
  return [...Map.groupBy(hosts, toFamily).values()].flatMap((family) =>
    family.length > 3 ? [`${family[0]} and ${family.length - 1} more like it`] : family,
  )
}

function renderOwnCheck(
  checkId: string,
  { id, definition: { name, baseUrl, allowedHosts = [] } }: AnyConnector,
  call: FirstCall,
): string {
  const value = id.replaceAll(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
  const title = toNameOfId(checkId)
  const hosts = [baseUrl.replace(/^https:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
  return `import ${value} from 'checkwright/connectors/${id}'

// The check signs in, waits and is recorded like every check of ${name}. It may send requests to these hosts:
${summarizeHosts(hosts)
  .map((host) => `// - ${host}`)
  .join('\n')}
const check = ${value}.check({
  id: ${renderString(checkId)},
  title: ${renderString(`${title}: write here what must be true`)},
  severity: 'medium',
  async run(ctx) {
    const answer = ctx.known(
      await ${renderFirstCall(call)},
      { kind: 'schema_drift', message: ${renderString(`${name} answered nothing.`)} },
    )
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
