import type { ConnectorDefinition } from '../../define/index.ts'

// Fewer are listed one by one.
const foldedFrom = 4

/**
 * The hosts that get credentials, as templates, because their values are unknown here. Hosts that differ in their
 * second label only, such as a region, are one entry: `ec2.….amazonaws.com (31 hosts)`.
 */
export function listCredentialHosts({ baseUrl, allowedHosts = [] }: ConnectorDefinition): readonly string[] {
  const hosts = [baseUrl.replace(/^https?:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
  const groups = Map.groupBy(hosts, (host) => host.replace(/^([^.*]+)\.[^.*{}]+\.(?=[^.]+\.)/, '$1.….'))
  return [...groups].flatMap(([shape, members]) =>
    members.length < foldedFrom ? members : [`${shape} (${members.length} hosts)`],
  )
}
