/** The target of a sink, as far as its destination shows it. */
export type SinkTarget =
  | { readonly place: 'elsewhere' | 'here' | 'unknown' }
  | { readonly place: 'bucket'; readonly bucket: string }

/**
 * Whether a destination is in the project itself. Projects have numbers beside their ids, and a number may mean the
 * project itself. https://cloud.google.com/logging/docs/export/configure_export_v2#destination-paths
 */
export function parseSinkTarget(destination: string, project: string): SinkTarget {
  const [, bucket] = /^storage\.googleapis\.com\/([^/]+)$/.exec(destination) ?? []
  if (bucket !== undefined) return { place: 'bucket', bucket }
  const [, holder, id] =
    /^(?:logging|bigquery|pubsub)\.googleapis\.com\/(projects|folders|organizations|billingAccounts)\/([^/]+)/.exec(
      destination,
    ) ?? []
  if (holder === undefined || id === undefined) return { place: 'unknown' }
  if (holder !== 'projects') return { place: 'elsewhere' }
  if (id === project) return { place: 'here' }
  return { place: /^\d+$/.test(id) ? 'unknown' : 'elsewhere' }
}
