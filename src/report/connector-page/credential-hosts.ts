import type { ConnectorDefinition } from '../../define/index.ts'

// Fewer are named one by one.
const foldedFrom = 4

/**
 * Where credentials go, as templates, because whose values fill them is not known here. Hosts that differ in their second
 * label only, such as a region, are told as one: `ec2.….amazonaws.com (31 hosts)`.
 */
export function listCredentialHosts({ baseUrl, allowedHosts = [] }: ConnectorDefinition): readonly string[] {
  const hosts = [baseUrl.replace(/^https?:\/\/([^/]*).*$/, '$1'), ...allowedHosts]
  const groups = Map.groupBy(hosts, (host) => host.replace(/^([^.*]+)\.[^.*{}]+\.(?=[^.]+\.)/, '$1.….'))
  return [...groups].flatMap(([shape, members]) =>
    members.length < foldedFrom ? members : [`${shape} (${members.length} hosts)`],
  )
}
