import {
  type AnyConnector,
  type ConnectorName,
  type ConnectorSource,
  nameConnector,
  type RunCode,
} from '../../../define/index.ts'

/**
 * What distinguishes the present connector from the one that a run or recording was made with. It can explain other
 * results. Undefined where both have one version and, if they are data, one file.
 */
export function describeEdit(then: ConnectorName, connector: AnyConnector): string | undefined {
  const now = nameConnector(connector)
  const isEdited = then.source?.sha256 !== now.source?.sha256
  if (then.version === now.version && !isEdited) return undefined
  const is = now.version === then.version ? `this is another ${now.version}` : `this is ${now.version}`
  return `It was made with ${formatName(then)}, and ${is}${formatFile(now.source)}. This can explain differences.`
}

/** How the code of a replay differs from that of the run. Undefined where it is the same, or the run does not name its code. */
export function describeOtherCode(then: RunCode | undefined, now: RunCode): string | undefined {
  if (then === undefined) return undefined
  const [made, present] =
    then.checkwright !== now.checkwright
      ? [`Checkwright ${then.checkwright}`, `Checkwright ${now.checkwright}`]
      : then.sha256 !== now.sha256
        ? [`the code ${shorten(then.sha256)}`, `the code ${shorten(now.sha256)}`]
        : then.files !== undefined && now.files !== undefined && then.files !== now.files
          ? [`the files ${shorten(then.files)}`, `the files ${shorten(now.files)}`]
          : []
  return made && `It was made with ${made}, and this is ${present}. This can explain differences.`
}

function formatName({ id, version, source }: ConnectorName): string {
  return `${id} ${version}${formatFile(source)}`
}

function formatFile(source: ConnectorSource | undefined): string {
  return source ? ` (file ${shorten(source.sha256)})` : ''
}

function shorten(sha256: string): string {
  return `${sha256.slice(0, 12)}…`
}
