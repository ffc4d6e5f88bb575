import { type AnyConnector, type ConnectorName, type ConnectorSource, nameConnector } from '../../define/index.ts'

/**
 * What distinguishes the present connector from the one that a run or recording was made with. It can explain other
 * results. Undefined where both have one version and, if they are data, one file.
 */
export function describeEdit(then: ConnectorName, connector: AnyConnector): string | undefined {
  const now = nameConnector(connector)
  // Older bundles and recordings do not name the file.
  const isEdited = then.source !== undefined && then.source.sha256 !== now.source?.sha256
  if (then.version === now.version && !isEdited) return undefined
  const is = now.version === then.version ? `this is another ${now.version}` : `this is ${now.version}`
  return `It was made with ${formatName(then)}, and ${is}${formatFile(now.source)}. This can explain differences.`
}

function formatName({ id, version, source }: ConnectorName): string {
  return `${id} ${version}${formatFile(source)}`
}

function formatFile(source: ConnectorSource | undefined): string {
  return source ? ` (file ${source.sha256.slice(0, 12)}…)` : ''
}
